import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/forms/field.tsx";
import { Form } from "../parts/forms/form.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { useClient } from "../session/api.ts";
import { useSpeech } from "../words/words.ts";

/** Looks for a text in what is too large to be shown. */
export function FindInKept({
  holdId,
  pointer,
}: {
  readonly holdId: string;
  readonly pointer: string;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const [find, setFind] = useState("");
  const search = useMutation({
    mutationFn: () => client.holds.findInArguments(holdId, { pointer, find }),
  });
  const found = search.data;
  return (
    <Form label={words("find_in", { pointer })} onSend={() => search.mutate()}>
      <TextField label={words("find_text")} value={find} onChange={setFind} />
      <div>
        <Button type="submit" isDisabled={search.isPending || find === ""}>
          {words("find")}
        </Button>
      </div>
      <div role="status">
        {found?.total === 0 && <p>{words("find_nowhere", { find: found.find })}</p>}
        {found !== undefined && found.total > 0 && (
          <>
            <p className="text-soft">
              {words(found.is_complete ? "find_places" : "find_more", {
                total: found.total,
                shown: found.matches.length,
              })}
            </p>
            <ol className="code" lang="">
              {found.matches.map(({ offset, before, text, after }) => (
                <li key={offset}>
                  {before}
                  <mark>{text}</mark>
                  {after}
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
      <ProblemNote error={search.error} />
    </Form>
  );
}
