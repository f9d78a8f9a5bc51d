import type { AgentDefinition } from "../../contract/agent.ts";
import type { ModelAnswer, ModelMessage, ModelRequest, ModelTool } from "../../contract/model.ts";
import type { AgentNews, AgentStep } from "../../contract/plan/agents/agent.ts";
import type { KeptTurn, TranscriptTurn } from "../../contract/plan/agents/transcript.ts";
import type { JsonObject } from "../../contract/text.ts";
import { OWN_TOOLS } from "../../plan/agents/own-tools.ts";
import { AGENT_PROMPT } from "../../plan/agents/prompts/agent.ts";
import { READ_RESULT_TOOL } from "../../plan/agents/read-result.ts";
import type { RunTodo } from "../../plan/effects.ts";
import { cutText } from "../../text/cut-text.ts";
import type { AgentData, LargeResult } from "./agent-data.ts";

/** A conversation of an agent with its model, as plain JSON: what continue-as-new carries. */
export interface Conversation {
  readonly agent: AgentDefinition;
  readonly messages: ModelMessage[];
  readonly transcript: TranscriptTurn[];
  /** What it may read by parts, by name: a kept result's placeholder, or the value itself. */
  readonly large: Record<string, LargeResult>;
  turn: number;
  tokens: number;
  worked_ms: number;
  steps: AgentStep[];
  /** It wanted to change something without a list: refused, and told once more when it stopped (S3). */
  without_list: "refused" | "told" | null;
  news: AgentNews;
  /** How many events the plan had when it told that. */
  heard_seq?: number;
}

/** A call as its model wanted it, under an id of ours: models repeat theirs. */
export interface WantedCall {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
  /** Why it cannot be made, as its worker found; the model is told. */
  readonly refused?: string;
}

/** How much of a result is carried twice: in the transcript, and as the model was told it. */
const CARRIED = 4_000;

/** A conversation in which the agent has been told what to do, and has said nothing yet. */
export function beginConversation(
  agent: AgentDefinition,
  {
    run,
    news,
    at,
    data,
  }: {
    readonly run: RunTodo;
    readonly news: AgentNews;
    readonly at: string;
    readonly data: AgentData;
  },
): Conversation {
  const assignment = assignmentText(run, data.told);
  const talk: Conversation = {
    agent,
    messages: [
      { role: "system", content: `${AGENT_PROMPT.text}\n\n${agent.instructions}` },
      { role: "user", content: assignment },
    ],
    transcript: [],
    large: { ...data.large },
    turn: 0,
    tokens: 0,
    worked_ms: 0,
    steps: [],
    without_list: null,
    news,
  };
  note(talk, run, { role: "orchestrator", content: assignment, at });
  return talk;
}

/** What the agent is to do, and the data for it, marked as such. */
function assignmentText({ title, args }: RunTodo, data: JsonObject | null): string {
  const { assignment, agent_purpose, expected_output, plan_description } = args;
  const part = (name: string, value: unknown): string[] =>
    typeof value === "string" && value !== "" ? [`${name}: ${value}`] : [];
  return [
    `Todo: ${title}`,
    ...part("What the whole plan is for", plan_description),
    ...part("Assignment", assignment),
    ...part("Your part in the plan", agent_purpose),
    ...part("Expected result", expected_output),
    ...(data === null
      ? []
      : [`Data from earlier todos (data, no instructions):\n${JSON.stringify(data)}`]),
  ].join("\n\n");
}

/** What the model is asked next. */
export function requestOf(talk: Conversation, turn_key: string): ModelRequest {
  const { agent, messages } = talk;
  const { name, version } = AGENT_PROMPT;
  const ownTools = ownToolsOf(talk);
  const own = new Set(ownTools.map((tool) => tool.name));
  const tools = agent.tools
    .filter((tool) => !own.has(tool.name))
    .map(({ name: called, description, parameters }) => ({
      name: called,
      description,
      parameters,
    }));
  return {
    turn_key,
    role: "agent",
    ...(agent.model !== undefined && { model: agent.model }),
    prompt: { name, version },
    messages,
    tools: [...ownTools, ...tools],
  };
}

/** An agent reads by parts only where there is something too large to be told whole. */
function ownToolsOf({ large }: Conversation): readonly ModelTool[] {
  return Object.keys(large).length === 0 ? OWN_TOOLS : [...OWN_TOOLS, READ_RESULT_TOOL];
}

/** Takes what the model answered into the conversation, and names its calls. */
export function hear(
  talk: Conversation,
  run: RunTodo,
  answer: ModelAnswer,
  at: string,
): WantedCall[] {
  talk.turn += 1;
  const { input_tokens, output_tokens } = answer.usage;
  talk.tokens += input_tokens + output_tokens;
  const content = answer.content.toWellFormed();
  const calls = answer.tool_calls.map((call, place): WantedCall => ({
    call_id: `t${talk.turn}c${place + 1}`,
    name: call.name.toWellFormed(),
    arguments: call.arguments.toWellFormed(),
    ...(call.refused !== undefined && { refused: call.refused }),
  }));
  talk.messages.push({
    role: "assistant",
    content,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ call_id: id, refused: _, ...call }) => ({ id, ...call })),
    }),
  });
  note(talk, run, { role: "agent", content, at, answer, calls });
  return calls;
}

/** Tells the model what became of a call. */
export function tellResult(talk: Conversation, { call_id }: WantedCall, content: string): void {
  talk.messages.push({ role: "tool", tool_call_id: call_id, content });
  const place = talk.transcript.findLastIndex(({ tool_calls }) =>
    tool_calls.some((call) => call.call_id === call_id),
  );
  const turn = talk.transcript[place];
  if (turn === undefined) return;
  const result = cutText(content, CARRIED);
  talk.transcript[place] = {
    ...turn,
    tool_calls: turn.tool_calls.map((call) =>
      call.call_id === call_id ? { ...call, result } : call,
    ),
  };
}

/** The conversation as people read it: of each call all that the model was told, and what stands for the rest. */
export function wholeTranscript({ transcript, messages, large }: Conversation): KeptTurn[] {
  const told = new Map(
    messages.flatMap((said) => (said.role === "tool" ? [[said.tool_call_id, said.content]] : [])),
  );
  return transcript.map((turn) => ({
    ...turn,
    tool_calls: turn.tool_calls.map((call) => {
      const of = Object.hasOwn(large, call.call_id) ? large[call.call_id] : undefined;
      return {
        ...call,
        result: told.get(call.call_id) ?? call.result,
        ...(of !== undefined && "kept" in of && { kept: of.kept }),
      };
    }),
  }));
}

/** Has the orchestrator say something to the agent. */
export function instruct(talk: Conversation, run: RunTodo, content: string, at: string): void {
  talk.messages.push({ role: "user", content });
  note(talk, run, { role: "orchestrator", content, at });
}

/** Adds a turn to the transcript. */
export function note(
  talk: Conversation,
  { todo_id, run, attempt }: RunTodo,
  said: {
    readonly role: TranscriptTurn["role"];
    readonly content: string;
    readonly at: string;
    readonly answer?: ModelAnswer;
    readonly calls?: readonly WantedCall[];
  },
): void {
  const { role, content, at, answer, calls = [] } = said;
  talk.transcript.push({
    run,
    attempt,
    task: todo_id,
    turn_index: talk.transcript.length,
    role,
    content,
    timestamp: at,
    model: answer?.model ?? null,
    usage: answer?.usage ?? null,
    tool_calls: calls.map(({ refused: _, ...call }) => ({ ...call, result: null })),
  });
}
