import * as paging from "../contract/paging.ts";
import * as agent from "../contract/plan/agents/agent.ts";
import * as session from "../contract/plan/agents/session.ts";
import * as commands from "../contract/plan/commands.ts";
import * as edit from "../contract/plan/edit.ts";
import * as holdActions from "../contract/plan/holds/hold-actions.ts";
import * as hold from "../contract/plan/holds/hold.ts";
import * as proposal from "../contract/plan/holds/proposal.ts";
import * as plan from "../contract/plan/plan.ts";
import * as planning from "../contract/plan/planning.ts";
import * as proof from "../contract/plan/proof.ts";
import * as todo from "../contract/plan/todo.ts";
import * as work from "../contract/plan/work.ts";
import * as webhook from "../contract/service/webhook.ts";
import * as text from "../contract/text.ts";
import * as workspacePath from "../contract/workspace-path.ts";
import "../plan/agents/allowed-call.ts";
import "../plan/agents/own-tools.ts";
import "../plan/agents/read-result.ts";
import "../plan/agents/step-list.ts";
import "../plan/decide.ts";
import "../plan/create/fork.ts";
import "../plan/effects.ts";
import "../plan/legal-commands.ts";
import "../plan/look-at-proposal.ts";
import "../plan/model/packing/pack-state.ts";
import "../plan/preview.ts";
import "../plan/segments/cut-segments.ts";
import "../plan/segments/take-segment.ts";
import "../plan/settle.ts";
import "../plan/thinking/replan-input.ts";
import "../plan/views/board/course.ts";
import "../plan/views/board/news.ts";
import "../plan/views/export-plan.ts";
import "../plan/views/graph.ts";
import "../plan/views/view.ts";
import "../plan/views/why.ts";
import "./agent/conversation.ts";
import "./plan/check-proof.ts";
import "./plan/current-details.ts";
import "./read-input.ts";
import "./webhooks/read-webhook.ts";
import "./wire/answers.ts";
import "./wire/list-attributes.ts";

/*
 * What all plans of a worker share: code without state, which is evaluated once and not once for
 * each plan. The contract's schemas alone would take 1.5 MB of every plan in the worker's cache.
 *
 * The SDK freezes deeply what is shared, except for what is frozen already. Schemas fill caches of
 * their own when they are first used, so the modules that export them are frozen only at the top.
 */
for (const schemas of [
  agent,
  commands,
  edit,
  hold,
  holdActions,
  paging,
  plan,
  proof,
  proposal,
  planning,
  session,
  text,
  todo,
  webhook,
  work,
  workspacePath,
])
  Object.freeze(schemas);

/*
 * The SDK takes the stack of every promise that a workflow makes, and looks up each of its frames in
 * the source map: with V8's ten a seventh of the workflow thread's time. Five tell as well where a
 * plan waits; two of them are the SDK's own.
 */
Error.stackTraceLimit = 5;
