/*
 * Where the focus goes when what had it is gone: who looks at nothing, or has no pointer, would otherwise be
 * at the beginning of the page again, and hear nothing.
 */

/** Where people write: what they write in keeps the focus, whatever happens around it. */
const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]";
const HEADINGS = "h1, h2, h3, [role=heading]";
const DIALOG = "[role=dialog], [role=alertdialog]";

interface Had {
  readonly element: HTMLElement;
  /** All that it stood in, the nearest first: what is gone cannot be asked. Behind a dialog is what it was opened from. */
  readonly around: readonly HTMLElement[];
}

interface Coming {
  /** The page that is left. */
  readonly from: string;
  readonly to: string;
  /** What had the focus then. */
  readonly opener: Element | null;
}

let had: Had | null = null;
let behind: readonly HTMLElement[] = [document.body];
let coming: Coming | null = null;
let opener: Element | null = null;
let byPointer = false;

/**
 * Keeps the focus, as long as it is called for: where what had it is removed or disabled, the heading of what it
 * stood in takes it, unless it comes back itself.
 * @returns ends it.
 */
export function keepFocus(): () => void {
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    const outer = around(target);
    const dialog = outer.findIndex((one) => one.matches(DIALOG));
    if (dialog === -1) behind = outer;
    else outer.splice(dialog + 1, Infinity, ...behind);
    had = { element: target, around: outer };
  };
  // Who presses beside everything wants no focus.
  const onPoint = (): void => {
    byPointer = true;
    had = null;
  };
  const onKey = (): void => {
    byPointer = false;
  };
  const observer = new MutationObserver(() => {
    if (isLost() && had !== null) afterwards(restore);
  });
  document.addEventListener("focusin", onFocus);
  document.addEventListener("pointerdown", onPoint, { capture: true });
  document.addEventListener("keydown", onKey, { capture: true });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled"],
  });
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("pointerdown", onPoint, { capture: true });
    document.removeEventListener("keydown", onKey, { capture: true });
  };
}

/** Hears that another page is on its way: its title takes the focus once it is there. */
export function noteLeaving(from: string, to: string): void {
  const has = document.activeElement;
  coming = { from, to, opener: has === document.body ? null : has };
}

/**
 * Gives the focus to the title of a page to which somebody came, so that it is read; on the way back to a list, to
 * what they came from. Nothing happens when a page is opened by its address: then it is read from its beginning.
 */
export function arriveAt(title: HTMLElement): void {
  if (coming === null) return;
  const { from, to, opener: left } = coming;
  coming = null;
  const isBack = from.startsWith(`${to}/`);
  if (to.startsWith(`${from}/`)) opener = left;
  if (document.activeElement?.matches(FIELDS) === true) return;
  const before = isBack ? (linkTo(from) ?? opener) : null;
  if (before instanceof HTMLElement && before.checkVisibility()) before.focus();
  else title.focus({ preventScroll: isBack });
}

/** The last of them: what a page says of itself stands before its lists. */
function linkTo(path: string): HTMLElement | undefined {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("#content a[href]")];
  const link = links.findLast((one) => one.pathname === path && one.checkVisibility());
  // A grid gives the focus to its rows, and to what is in them by keys.
  return link?.closest<HTMLElement>("[role=row]") ?? link;
}

/** What comes back by itself, such as after a dialog, has done so in the next frame. */
function afterwards(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

function restore(): void {
  if (!isLost() || had === null || coming !== null) return;
  const { element, around: outer } = had;
  if (canFocus(element)) return element.focus();
  // It may be enabled again: then it is asked again.
  if (element.isConnected && element.checkVisibility()) return;
  const stays = outer.find((one) => one.isConnected && one.querySelector(HEADINGS) !== null);
  const headings = [...(stays?.querySelectorAll<HTMLElement>(HEADINGS) ?? [])];
  const heading = headings.find((one) => one.checkVisibility());
  if (heading === undefined) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: byPointer });
}

const isLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

function canFocus(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(":disabled") && element.checkVisibility();
}

function around(element: HTMLElement): HTMLElement[] {
  const parents: HTMLElement[] = [];
  for (let one = element.parentElement; one !== null; one = one.parentElement) parents.push(one);
  return parents;
}
