import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useMemo } from "react";
import { I18nProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";
import { KeyPrompt } from "./key-prompt.tsx";
import { isPartMissing } from "./parts/problem.tsx";
import { router } from "./router.tsx";
import { ClientContext, createApiClient, createQueries } from "./session/api.ts";
import { applySettings, useSettings } from "./session/settings.ts";
import { useAccess } from "./session/sign-in.ts";
import { createSpeech, SpeechContext } from "./words/words.ts";

applySettings();

/** The session of this tab: its language, who is signed in, and what was read so. */
function Session() {
  const { language } = useSettings();
  const { turn, refused } = useAccess();
  const speech = useMemo(() => createSpeech(language), [language]);
  const client = useMemo(() => createApiClient(language), [language]);
  // Another person may see other things, and listens on lines of their own.
  const queries = useMemo(() => createQueries(turn), [turn]);
  return (
    <I18nProvider locale={language}>
      <SpeechContext value={speech}>
        {refused === null ? (
          <ClientContext value={client}>
            <QueryClientProvider key={turn} client={queries}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </ClientContext>
        ) : (
          <KeyPrompt />
        )}
      </SpeechContext>
    </I18nProvider>
  );
}

createRoot(document.querySelector("#screen")!, {
  onCaughtError(error) {
    // It is shown where it is missing, and no mistake of ours.
    if (!isPartMissing(error)) console.error(error);
  },
}).render(
  <StrictMode>
    <Session />
  </StrictMode>,
);
