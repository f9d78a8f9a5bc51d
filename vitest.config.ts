import { defineConfig } from "vitest/config";

/** Folders whose tests need no Temporal: they start at once. */
const PURE = [
  "test/plan/**/*.test.ts",
  "test/contract/**/*.test.ts",
  "test/tools/**/*.test.ts",
  "test/house/**/*.test.ts",
  "test/examples/**/*.test.ts",
];

const shared = {
  pool: "forks",
  maxWorkers: 2,
  testTimeout: 60_000,
  hookTimeout: 120_000,
} as const;

export default defineConfig({
  test: {
    ...shared,
    projects: [
      { test: { ...shared, name: "pure", include: PURE } },
      {
        test: {
          ...shared,
          name: "temporal",
          include: ["test/**/*.test.ts", "bench/**/*.test.ts", "examples/**/*.test.ts"],
          exclude: PURE,
          // One dev server for the whole run: `inject("temporalAddress")`.
          globalSetup: ["test/support/global-setup.ts"],
        },
      },
    ],
  },
});
