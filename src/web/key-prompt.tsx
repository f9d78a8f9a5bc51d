import { useState } from "react";
import { ProblemError } from "../contract/problems/problem-error.ts";
import { Button } from "./parts/button.tsx";
import { TextField } from "./parts/forms/field.tsx";
import { Form } from "./parts/forms/form.tsx";
import { ProblemNote } from "./parts/problem.tsx";
import { WithCode } from "./parts/values/with-code.tsx";
import { createApiClient } from "./session/api.ts";
import { useTitle } from "./session/page/use-title.ts";
import { tellSignIn, useAccess } from "./session/sign-in.ts";
import { useSpeech } from "./words/words.ts";

/** Asks for a key, where the server wants one, and gives it away for a cookie. */
export function KeyPrompt() {
  const { words, inOwnWords, language } = useSpeech();
  const { refused: before } = useAccess();
  useTitle(words("key_title"));
  const [written, setWritten] = useState("");
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const key = written.trim();
  const isFit = /^hp_[\w-]+$/.test(key);
  const refused = failure instanceof ProblemError ? failure.problem : before;
  // Whoever brought no key has not been refused yet.
  const isSaid = refused !== null && refused.detail_said?.id !== "no_key";

  async function signIn(): Promise<void> {
    setTried(true);
    if (!isFit || isBusy) return;
    setBusy(true);
    try {
      await createApiClient(language, key).service.signIn({ retries: 0 });
      tellSignIn();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-4 px-4">
      <h1 className="text-title font-semibold">{words("key_title")}</h1>
      <p className="text-soft">
        <WithCode text={words("key_detail")} />
      </p>
      {isSaid && (
        <p role="alert" className="text-bad">
          <WithCode text={inOwnWords(refused, "detail")} />
        </p>
      )}
      {failure !== null && !(failure instanceof ProblemError) && <ProblemNote error={failure} />}
      <Form label={words("key_title")} onSend={() => void signIn()}>
        <TextField
          label={words("key")}
          mono
          autoFocus
          value={written}
          mistake={isTried && !isFit ? words("key_unfit") : undefined}
          onChange={setWritten}
        />
        <div>
          <Button type="submit" look="main" sends={false} isPending={isBusy}>
            {words("key_enter")}
          </Button>
        </div>
      </Form>
    </main>
  );
}
