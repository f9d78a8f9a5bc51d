import { useState } from "react";
import type { Json } from "../../../contract/text.ts";
import { maskSeals } from "../../../json/seals.ts";
import { useSpeech } from "../../words/words.ts";
import { OpenMore } from "./open-more.tsx";

const SHOWN_LINES = 14;
const SHORT = 80;

/** A value as it is: a text as text, everything else as JSON; long ones are opened on demand. */
export function JsonValue({ value }: { readonly value: Json }) {
  const { words } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  const written = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const text = maskSeals(written, words("masked"));
  const lines = text.split("\n");
  if (lines.length === 1 && text.length <= SHORT) {
    const isText = typeof value === "string" && text !== "";
    return isText ? (
      <span lang="">{text}</span>
    ) : (
      <code className="font-mono">{maskSeals(JSON.stringify(value), words("masked"))}</code>
    );
  }
  const isLong = lines.length > SHOWN_LINES + 2;
  return (
    <div>
      <pre className="code" lang="">
        {isLong && !isOpen ? `${lines.slice(0, SHOWN_LINES).join("\n")}\n…` : text}
      </pre>
      {isLong && (
        <OpenMore
          isOpen={isOpen}
          onChange={setOpen}
          label={words("show_all", { count: lines.length })}
        />
      )}
    </div>
  );
}
