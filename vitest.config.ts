import { defineConfig } from "vitest/config";

/** Folders whose tests need no Temporal: they start at once. */
const PURE = [
  "test/plan/**/*.test.ts",
  "test/contract/**/*.test.ts",
  "test/tools/**/*.test.ts",
  "test/web/**/*.test.ts",
  "test/words/**/*.test.ts",
  "test/llm/**/*.test.ts",
  "test/house/**/*.test.ts",
  "test/examples/**/*.test.ts",
];

/** Whole installations, started and killed as people do: minutes each, so they have a run of their own. */
const INSTALLATIONS = [
  "test/chaos/**/*.test.ts",
  "test/cli/demo.test.ts",
  "test/cli/demo-goal.test.ts",
  "test/cli/one-address.test.ts",
  "test/cli/start.test.ts",
  "test/cli/surroundings.test.ts",
  "test/package/**/*.test.ts",
  "test/ship/**/*.test.ts",
];

const shared = {
  pool: "forks",
  maxWorkers: 2,
  // A process loads the product once, not once a file: no file leaves anything behind for the next.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Temporal's lists lag by seconds, and a busy machine is slow: what a test waits for may come late.
  expect: { poll: { timeout: 20_000, interval: 50 } },
} as const;

const served = {
  // One dev server for the whole run: `inject("temporalAddress")`.
  globalSetup: ["test/support/global-setup.ts"],
  setupFiles: ["test/support/install-runtime.ts"],
};

export default defineConfig({
  test: {
    ...shared,
    // What ran is replayed after the tests: test/support/replay-what-ran.ts.
    teardownTimeout: 300_000,
    projects: [
      { test: { ...shared, name: "pure", include: PURE } },
      {
        test: {
          ...shared,
          name: "temporal",
          include: ["test/**/*.test.ts", "bench/**/*.test.ts", "examples/**/*.test.ts"],
          // A browser's tests have a script of their own.
          exclude: [...PURE, ...INSTALLATIONS, "test/browser/**"],
          ...served,
        },
      },
      { test: { ...shared, name: "installations", include: INSTALLATIONS, ...served } },
      {
        test: {
          ...shared,
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          // Takes minutes, and writes into the documents.
          exclude: process.env["PICTURES"] === "docs" ? [] : ["test/browser/screen-shots.test.ts"],
          ...served,
          globalSetup: ["test/browser/ensure-chromium.ts", ...served.globalSetup],
          // Chromium is busy on its own.
          maxWorkers: 1,
        },
      },
    ],
  },
});
