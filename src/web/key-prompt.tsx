import { useState } from "react";
import { Button } from "./parts/button.tsx";
import { TextField } from "./parts/field.tsx";
import { Form } from "./parts/form.tsx";
import { takeKey, useAccess } from "./session/key.ts";
import { useTitle } from "./session/use-title.ts";
import { useSpeech } from "./words/words.ts";

/** Asks for a key, where the server wants one. */
export function KeyPrompt() {
  const { words, inOwnWords } = useSpeech();
  const { refused } = useAccess();
  useTitle(words("key_title"));
  const [written, setWritten] = useState("");
  const [isTried, setTried] = useState(false);
  const key = written.trim();
  const isFit = /^hp_[\w-]+$/.test(key);
  const isOther = refused !== null && refused.code !== "unauthenticated";
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-4 px-4">
      <h1 className="text-title font-semibold">{words("key_title")}</h1>
      <p className="text-soft">{words("key_detail")}</p>
      {isOther && (
        <p role="alert" className="text-bad">
          {inOwnWords(refused, "detail")}
        </p>
      )}
      <Form
        label={words("key_title")}
        onSend={() => {
          setTried(true);
          if (isFit) takeKey(key);
        }}
      >
        <TextField
          label={words("key")}
          mono
          autoFocus
          value={written}
          mistake={isTried && !isFit ? words("key_unfit") : undefined}
          onChange={setWritten}
        />
        <div>
          <Button type="submit" look="main" sends={false}>
            {words("key_enter")}
          </Button>
        </div>
      </Form>
    </main>
  );
}
