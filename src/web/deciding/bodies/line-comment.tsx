import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/forms/field.tsx";
import { useSpeech } from "../../words/words.ts";

/** What a reviewer says about single todos, by their ids. */
export type LineComments = Readonly<Record<string, string>>;

/** The comments in plan order as one text, each with the title of its todo. */
export function commentText(
  comments: LineComments,
  todos: readonly { readonly id: string; readonly title: string }[],
): string {
  return todos
    .flatMap(({ id, title }) => {
      const comment = (comments[id] ?? "").trim();
      return comment === "" ? [] : [`${title}: ${comment}`];
    })
    .join("\n");
}

/** A reviewer's comment on one todo. */
export function LineComment({
  title,
  value,
  onChange,
}: {
  readonly title: string;
  readonly value: string;
  readonly onChange: (comment: string) => void;
}) {
  const { words } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && value === "") {
    return (
      <Button
        look="bare"
        icon="pencil"
        aria-label={words("comment_on", { title })}
        onPress={() => setOpen(true)}
      >
        <span className="max-sm:sr-only">{words("comment_do")}</span>
      </Button>
    );
  }
  return (
    <div className="w-full">
      <TextField
        label={words("comment_on", { title })}
        isHidden
        rows={2}
        autoFocus={isOpen}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
