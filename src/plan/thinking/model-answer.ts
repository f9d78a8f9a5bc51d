import type { ProblemDetail } from "../../contract/problems/problem.ts";
import {
  englishAt,
  say,
  sayAt,
  type Sentence,
  type Wording,
} from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Json } from "../../contract/text.ts";
import { startOf } from "../../text/cut-text.ts";
import { droppedTurn } from "../agents/dropped-turn.ts";
import type { EventBody } from "../model/state/events.ts";
import type { GoalNews, ReplanNews, ThoughtAnswer } from "../model/state/thought.ts";

/** Of what is wrong with an answer, a person is told so many. */
const TOLD = 5;

/** What a model wrote and what is wrong with it, as the model is told. */
export interface Refused {
  readonly draft: string;
  readonly mistakes: readonly string[];
}

/** A model's answer as its reader reads it, what is wrong with it, or why the model gave none. */
export function readModelAnswer<Draft>(
  answer: ThoughtAnswer,
  read: (data: Json) => { draft: Draft } | { mistakes: ProblemDetail[] },
): { draft: Draft } | { mistakes: ProblemDetail[] } | { declined: Wording } {
  if ("data" in answer.read) return read(answer.read.data);
  const { problem } = answer.read;
  if (problem === "refused") {
    return { declined: startOf(answer.text, LIMITS.comment) || say("draft_empty") };
  }
  return { mistakes: [{ pointer: "", detail: say(`draft_${problem}`) }] };
}

/** Of a turn about the plan that came too late, what it used counts; nothing where no model answered. */
export function lateThought(news: GoalNews | ReplanNews): readonly EventBody[] {
  if (!("answer" in news)) return [];
  return [droppedTurn({ ...news.answer.call, turn: news.turn })];
}

/** What of the mistakes in a model's answer a person is told. */
export function firstMistakes(mistakes: readonly ProblemDetail[]): Sentence[] {
  return mistakes.slice(0, TOLD).map((mistake) => sayAt(mistake));
}

/** A refused answer as the model that is to mend it is told. */
export function toldRefused(
  refused: { readonly draft: string; readonly mistakes: readonly ProblemDetail[] } | null,
): Refused | null {
  return refused && { draft: refused.draft, mistakes: refused.mistakes.map(englishAt) };
}
