import { createRequire } from "node:module";
import { Worker } from "@temporalio/worker";

interface Sandbox {
  destroy(): Promise<void>;
}

interface SandboxType {
  create(
    bundle: { readonly code: string },
    timeoutMs: number | undefined,
    activities: ReadonlySet<string>,
    onPatch: unknown,
  ): Promise<Sandbox>;
}

interface BundleReader {
  getOrCreateBundle(
    options: { readonly workflowBundle?: { readonly code?: string } },
    logger: unknown,
  ): Promise<unknown>;
}

interface Watch {
  setPromiseHook(): void;
}

/*
 * Workers of a process that run the same code read it once, and share the sandbox in which it is evaluated, as all
 * workflows of one worker do: to make one takes longer than most tests. What differs from worker to worker stays its own.
 */
const load = createRequire(import.meta.url);
const { ReusableVMWorkflowCreator: creators } = load(
  "@temporalio/worker/lib/workflow/reusable-vm.js",
) as { ReusableVMWorkflowCreator: SandboxType };
const create = creators.create.bind(creators);
const sandboxes = new Map<string, Promise<Sandbox>>();

creators.create = async (bundle, _, registeredActivityNames, patchActivationCallback) => {
  const { code } = bundle;
  // Without a limit: the 49 days that such a worker gives each step take a thread to watch over it.
  const made = sandboxes.get(code) ?? create(bundle, undefined, registeredActivityNames, undefined);
  sandboxes.set(code, made);
  return Object.assign(Object.create(await made) as Sandbox, {
    registeredActivityNames,
    patchActivationCallback,
    destroy: () => Promise.resolve(),
  });
};

const reader = Worker as unknown as BundleReader;
const read = reader.getOrCreateBundle.bind(reader);
const bundles = new Map<string, Promise<unknown>>();

reader.getOrCreateBundle = (options, logger) => {
  const code = options.workflowBundle?.code;
  if (code === undefined) return read(options, logger);
  const bundle = bundles.get(code) ?? read(options, logger);
  bundles.set(code, bundle);
  return bundle;
};

/*
 * For the query `__stack_trace` the SDK notes the stack of every promise: without a thread of their own for workflows,
 * those of the API, the clients and the tests, too, a fifth of all that a test process computes. No test asks it.
 */
const { globalHandlers: watch } = load("@temporalio/worker/lib/workflow/vm-shared.js") as {
  globalHandlers: Watch;
};
watch.setPromiseHook = () => undefined;
