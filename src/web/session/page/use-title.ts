import { useEffect } from "react";
import { visible } from "../../../text/visible.ts";

const PRODUCT = "Holdpoint";
let named = "";
let waiting = 0;

function write(): void {
  const count = waiting === 0 ? "" : `(${waiting}) `;
  document.title = count + [visible(named), PRODUCT].filter((part) => part !== "").join(" · ");
}

/** Names the page in its tab, the nearest thing first. @param name null where a part of the page has the name. */
export function useTitle(name: string | null): void {
  useEffect(() => {
    if (name === null) return;
    named = name;
    write();
  }, [name]);
}

/** Tells in the tab how many requests wait, whatever page is open. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    waiting = count;
    write();
  }, [count]);
}
