import { defineQuery, setHandler } from "@temporalio/workflow";
import type { Plan } from "../../plan/model/plan.ts";
import { passing } from "../read-payload.ts";
import { now } from "../this-run.ts";
import { answersOf } from "../wire/answers.ts";

/** Registers every query of a plan that only reads it; answers are marked as passing. */
export function answerQueries(plan: Plan): void {
  for (const [name, of] of answersOf(plan, now)) {
    setHandler(defineQuery(name), (...args: never[]) => passing(of(...args)));
  }
}
