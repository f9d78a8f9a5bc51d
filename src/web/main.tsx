import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useMemo } from "react";
import { createRoot } from "react-dom/client";
import { I18nProvider } from "react-aria-components";
import { KeyPrompt } from "./key-prompt.tsx";
import { router } from "./router.tsx";
import { ClientContext, createApiClient, createQueries } from "./session/api.ts";
import { useAccess } from "./session/key.ts";
import { applySettings, useSettings } from "./session/settings.ts";
import { createSpeech, SpeechContext } from "./words/words.ts";

applySettings();

/** The session of this tab: its language, its key, and what was read with them. */
function Session() {
  const { language } = useSettings();
  const { key, refused } = useAccess();
  const speech = useMemo(() => createSpeech(language), [language]);
  const client = useMemo(() => createApiClient(key, language), [key, language]);
  // Another key may see other things.
  const queries = useMemo(() => createQueries(key), [key]);
  return (
    <I18nProvider locale={language}>
      <SpeechContext value={speech}>
        {refused === null ? (
          <ClientContext value={client}>
            <QueryClientProvider client={queries}>
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

createRoot(document.querySelector("#screen")!).render(
  <StrictMode>
    <Session />
  </StrictMode>,
);
