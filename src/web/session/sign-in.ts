import type { ToldProblem } from "../../contract/problems/problem.ts";
import { dropDrafts } from "./draft.ts";
import { createStore } from "./store.ts";

/* Who this browser is signed in as stands in a cookie that no script reads: here is only that it has changed. */

interface Access {
  /** How often somebody has signed in or out: what was read before is somebody else's. */
  readonly turn: number;
  /** Why the API wants a key, when it does. */
  readonly refused: ToldProblem | null;
}

const access = createStore<Access>({ turn: 0, refused: null });
let isSigningIn = false;
/** What forgets something of whoever signs out. */
const forgetting = new Set([dropDrafts]);

type Change = "in" | "out";

/** Has something forgotten in every tab when somebody signs out: whoever signs in next may be somebody else. */
export function onSignOut(forget: () => void): void {
  forgetting.add(forget);
}

/** All tabs share a cookie, so each is told when it has changed. */
const tabs = new BroadcastChannel("holdpoint.sign-in");
tabs.onmessage = ({ data }: MessageEvent<Change>) => begin(data);

/** Whether this tab may go on. */
export const useAccess = access.use;

/** Begins anew in every tab, after somebody signed in: who did so again, because the time was over, goes on writing. */
export function tellSignIn(): void {
  tell("in");
}

/** Begins anew in every tab, after somebody signed out. */
export function tellSignOut(): void {
  tell("out");
}

/**
 * Signs in by what is given. What is refused meanwhile is passed over: it was asked before, and whoever waits for what
 * `signIn` brings is not to lose it. This tab begins anew when `tellSignIn` is called.
 */
export async function signInBy<Result>(signIn: () => Promise<Result>): Promise<Result> {
  isSigningIn = true;
  try {
    return await signIn();
  } catch (error) {
    isSigningIn = false;
    throw error;
  }
}

/** Asks for a key, because the API has refused what was asked in this turn. */
export function askForKey(turn: number, refused: ToldProblem): void {
  // Somebody signed in while this answer was under way.
  if (turn === access.get().turn && !isSigningIn) access.set({ turn, refused });
}

function tell(change: Change): void {
  tabs.postMessage(change);
  begin(change);
}

function begin(change: Change): void {
  isSigningIn = false;
  if (change === "out") for (const forget of forgetting) forget();
  access.set({ turn: access.get().turn + 1, refused: null });
}
