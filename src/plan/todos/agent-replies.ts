import type { AgentAsking, AgentReply } from "../../contract/plan/agents/agent.ts";
import { isRunning, markTodo, type Plan } from "../model/plan.ts";
import type { TodoState } from "../model/state/todo-state.ts";

/** Whether the attempt that asked still waits. */
export function stillAsks(
  todo: TodoState | undefined,
  { run, attempt }: Pick<AgentAsking, "run" | "attempt">,
): todo is TodoState {
  if (todo === undefined || !isRunning(todo) || todo.next_attempt !== undefined) return false;
  return todo.run === run && todo.attempt === attempt;
}

/** Answers what an agent asked; one that does not wait any more needs no answer. */
export function replyToAgent(
  plan: Plan,
  {
    todo_id,
    asked_by,
  }: { readonly todo_id: string; readonly asked_by: Pick<AgentAsking, "run" | "attempt"> },
  reply: AgentReply,
): void {
  const todo = plan.todos.get(todo_id);
  if (!stillAsks(todo, asked_by) || todo.agent === null) return;
  const questions = todo.agent.questions.filter(({ call_id }) => call_id !== reply.call_id);
  todo.agent = { ...todo.agent, questions, replies: [...todo.agent.replies, reply] };
  // A blocked todo shows the oldest question that is still open.
  const next = questions.find(({ human }) => human !== null);
  if (todo.blocker !== null && next !== undefined)
    todo.blocker = { kind: "input", hold_id: next.hold_id, question: next.human ?? "" };
  markTodo(plan, todo_id);
}
