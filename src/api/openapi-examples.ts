/** Bodies that work as they stand, by operation: for people to copy, and for tools to try. */
export const EXAMPLES: Readonly<Record<string, object>> = {
  createPlan: {
    title: "Tea",
    todos: [
      { id: "boil", title: "Boil water", tool_name: "wait", tool_params: { seconds: 0 } },
      {
        id: "pour",
        title: "Pour",
        tool_name: "wait",
        tool_params: { seconds: 0 },
        depends_on: ["boil"],
        requires_approval: true,
      },
    ],
  },
  importPlan: {
    plan: {
      strategy: "sequential",
      steps: [{ agent_name: "search_team" }, { agent_name: "document_team" }],
    },
  },
  editPlan: {
    reason: "it is urgent",
    ops: [{ edit_type: "modify_plan", params: { changes: { max_parallel: 2 } } }],
  },
  addTodo: { title: "Add milk", tool_name: "wait", tool_params: { seconds: 0 }, position: "last" },
  changeTodo: { priority: "high" },
  pausePlan: { reason: "lunch" },
  decideHold: { decision: "approve", comment: "looks good" },
  saveTemplate: {
    title: "Tea for several",
    parameters: [{ name: "guest" }],
    plan: {
      title: "Tea for {{param.guest}}",
      todos: [{ title: "Pour", tool_name: "wait", tool_params: { seconds: 0 } }],
    },
  },
  createPlanFromTemplate: { values: { guest: "Kim" } },
  saveSchedule: { template_id: "tea", cron: ["0 8 * * MON-FRI"], timezone: "Asia/Seoul" },
  s1ModifyStep: { step_id: "step_0", modifications: { priority: 10, optional: true } },
  s1AddStep: { agent_name: "search_team", description: "Search again", priority: 5 },
};
