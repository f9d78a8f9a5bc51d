import { startTestHoldpoint } from "holdpoint/testing";

/* A program of its own, which a test runs. */

const holdpoint = await startTestHoldpoint();
const todo = { title: "Wait", tool_name: "wait", tool_params: { seconds: 0 } };
const plan = await holdpoint.start({ title: "Once", todos: [todo] });
console.log((await plan.untilEnded()).status);
await holdpoint.stop();
