import { createRequire } from "node:module";

interface Sandbox {
  destroy(): Promise<void>;
}

interface SandboxType {
  create(
    bundle: { readonly code: string },
    timeoutMs: number,
    activities: ReadonlySet<string>,
    onPatch: unknown,
  ): Promise<Sandbox>;
}

/*
 * Workers of a process that run the same code share the sandbox in which it is evaluated, as all workflows of one
 * worker do: to make one takes longer than most tests. What differs from worker to worker stays its own.
 */
const { ReusableVMWorkflowCreator: creators } = createRequire(import.meta.url)(
  "@temporalio/worker/lib/workflow/reusable-vm.js",
) as { ReusableVMWorkflowCreator: SandboxType };
const create = creators.create.bind(creators);
const sandboxes = new Map<string, Promise<Sandbox>>();

creators.create = async (bundle, timeoutMs, registeredActivityNames, patchActivationCallback) => {
  const { code } = bundle;
  const made = sandboxes.get(code) ?? create(bundle, timeoutMs, registeredActivityNames, undefined);
  sandboxes.set(code, made);
  return Object.assign(Object.create(await made) as Sandbox, {
    registeredActivityNames,
    patchActivationCallback,
    destroy: () => Promise.resolve(),
  });
};
