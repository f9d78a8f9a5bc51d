import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

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

/**
 * What takes minutes each, so that it has a run of its own: whole installations, started and killed as people
 * do, crowds that work on the same plans at once, and hostile texts on every way in.
 */
const INSTALLATIONS = [
  "test/chaos/**/*.test.ts",
  "test/cli/demo.test.ts",
  "test/cli/demo-goal.test.ts",
  "test/cli/keys-needed.test.ts",
  "test/cli/one-address.test.ts",
  "test/cli/start.test.ts",
  "test/cli/surroundings.test.ts",
  "test/injections/**/*.test.ts",
  "test/package/**/*.test.ts",
  "test/races/many-editors.test.ts",
  "test/races/one-winner.test.ts",
  "test/races/message-storm.test.ts",
  "test/races/renewed.test.ts",
  "test/ship/**/*.test.ts",
  "test/temporal/dev-server.test.ts",
];

/** Files that wait for the product's own time limits, tens of seconds each, and compute nothing meanwhile. */
const WAITING = [
  "test/workflows/killed-planning.test.ts",
  "test/workflows/killed-replan.test.ts",
  "test/workflows/left-behind.test.ts",
  "test/api/stuck-plan.test.ts",
  "test/api/workers-down.test.ts",
  "test/api/broken-network.test.ts",
  "test/api/late-rejection.test.ts",
  "test/seeds/s2-from-query.test.ts",
  "test/seeds/s2-scenarios.test.ts",
];

/** Files that compute for a minute or two: begun last, they would run alone. */
const LONG = [
  "test/browser/screen-accessible-states.test.ts",
  "test/browser/screen-phone.test.ts",
  "test/browser/talk-agents.test.ts",
];

const isIn = (names: readonly string[], file: TestSpecification): boolean =>
  names.some((name) => file.moduleId.endsWith(`/${name}`));

/**
 * Begins with what needs Temporal, the longest first, and spreads what waits over the first half of it: begun
 * together, such files leave the processors idle, and begun last, everybody waits for them alone.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isPure = (file: TestSpecification) => file.project.name === "pure";
    const waiting = sorted.filter((file) => isIn(WAITING, file));
    const isLong = (file: TestSpecification): number => (isIn(LONG, file) ? 1 : 0);
    const computing = sorted
      .filter((file) => !isIn(WAITING, file) && !isPure(file))
      .toSorted((one, other) => isLong(other) - isLong(one));
    const apart = Math.ceil(computing.length / 2 / Math.max(1, waiting.length));
    for (const [place, file] of waiting.entries()) {
      computing.splice(place * (apart + 1), 0, file);
    }
    return [...computing, ...sorted.filter(isPure)];
  }
}

const shared = {
  pool: "forks",
  // Short-lived objects have more room than Node's default: collecting them took a tenth of the computing.
  execArgv: ["--max-semi-space-size=32"] as string[],
  // Commands say `npx` where npm started them: a test's are told as a shell's are.
  env: { npm_command: "" },
  // A test of real servers waits for them for half of its time.
  maxWorkers: 2 * availableParallelism(),
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
    sequence: { sequencer: LongestFirst },
    // What ran is replayed after the tests: test/support/replay-what-ran.ts.
    teardownTimeout: 300_000,
    projects: [
      { test: { ...shared, name: "pure", include: PURE } },
      {
        test: {
          ...shared,
          name: "temporal",
          include: ["test/**/*.test.ts", "bench/**/*.test.ts", "examples/**/*.test.ts"],
          // Workers run workflows in no thread of their own: starting that computes longer than most tests.
          env: { ...shared.env, TEMPORAL_DEBUG: "1" },
          // A browser's tests have a script of their own.
          exclude: [...PURE, ...INSTALLATIONS, "test/browser/**"],
          ...served,
        },
      },
      // A whole installation is several busy processes.
      {
        test: {
          ...shared,
          name: "installations",
          include: INSTALLATIONS,
          ...served,
          maxWorkers: 2,
          // Projects that run side by side take as many workers each.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          // Takes minutes, and writes into the documents.
          exclude: process.env["PICTURES"] === "docs" ? [] : ["test/browser/screen-shots.test.ts"],
          ...served,
          globalSetup: [
            "test/browser/ensure-chromium.ts",
            "test/browser/build-screen.ts",
            ...served.globalSetup,
          ],
          // Chromium is several busy processes, too; a third page took a tenth less time, and made others late.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
