import type { Note } from "./todo-notes.ts";

/** What stands beside a todo, in a line: the time is seen, and the rest is read out, too. */
export function NoteText({ note: { time, text } }: { readonly note: Note }) {
  return (
    <>
      {time !== "" && <span aria-hidden="true">{text === "" ? time : `${time} · `}</span>}
      {text}
    </>
  );
}
