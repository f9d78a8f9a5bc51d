import type { OpenApiDocument } from "../../src/api/openapi/openapi-document.ts";

/** What an operation's answer tells: parameters of other operations, and where they stand in it. */
interface Producer {
  readonly operation: string;
  readonly status: string;
  readonly tells: Readonly<Record<string, string>>;
}

const plan = { plan_id: "$response.body#/id", session_id: "$response.body#/id" };
const todo = { plan_id: "$request.path.plan_id", todo_id: "$response.body#/todos/0/id" };
const hold = { hold_id: "$response.body#/holds/0/id" };
const template = { template_id: "$response.body#/id" };
const PRODUCERS: readonly Producer[] = [
  { operation: "createPlan", status: "201", tells: plan },
  { operation: "forkPlan", status: "201", tells: plan },
  { operation: "createPlanFromTemplate", status: "201", tells: plan },
  {
    operation: "importPlan",
    status: "201",
    tells: { plan_id: "$response.body#/plan/id", session_id: "$response.body#/plan/id" },
  },
  { operation: "getPlan", status: "200", tells: todo },
  { operation: "listTodos", status: "200", tells: todo },
  { operation: "listPlanHolds", status: "200", tells: hold },
  {
    operation: "listVersions",
    status: "200",
    tells: { plan_id: "$request.path.plan_id", version: "$response.body#/versions/0/version" },
  },
  {
    operation: "s1ListTodos",
    status: "200",
    tells: {
      session_id: "$request.path.session_id",
      step_id: "$response.body#/execution_steps/0/step_id",
    },
  },
  { operation: "saveTemplate", status: "201", tells: template },
  { operation: "saveTemplate", status: "200", tells: template },
  { operation: "saveSchedule", status: "200", tells: { schedule_id: "$response.body#/id" } },
];

interface Described {
  readonly operationId: string;
  readonly responses: Record<string, { links?: Record<string, object> }>;
}

/**
 * The document with links (OpenAPI 3.1 §4.8.20) from every answer that tells an id to every operation
 * that takes it, so that stories go on with what they made.
 * @throws Error for a producer that the document does not have.
 */
export function addLinks(document: OpenApiDocument): OpenApiDocument {
  const linked = structuredClone(document);
  const operations = Object.entries(linked.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((described) => ({
      described: described as unknown as Described,
      takes: [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name!),
    })),
  );
  for (const { operation, status, tells } of PRODUCERS) {
    const from = operations.find(({ described }) => described.operationId === operation);
    const answer = from?.described.responses[status];
    if (answer === undefined) throw new Error(`No operation ${operation} answers ${status}.`);
    const told = Object.entries(tells);
    // What only an answer tells must be of use; what the request told, too, is not enough.
    const made = told.filter(([, place]) => place.startsWith("$response")).map(([name]) => name);
    const targets = operations.filter(
      ({ takes }) =>
        takes.some((name) => made.includes(name)) && takes.every((name) => name in tells),
    );
    answer.links = Object.fromEntries(
      targets.map(({ described: { operationId }, takes }) => [
        operationId,
        {
          operationId,
          parameters: Object.fromEntries(told.filter(([name]) => takes.includes(name))),
        },
      ]),
    );
  }
  return linked;
}
