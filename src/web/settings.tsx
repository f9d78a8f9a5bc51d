import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { LANGUAGES } from "../contract/sentences/catalog.ts";
import { Button } from "./parts/button.tsx";
import { Question } from "./parts/dialog.tsx";
import { Check, Radios } from "./parts/forms/field.tsx";
import { ProblemNote } from "./parts/problem.tsx";
import { signInQuery, useClient } from "./session/api.ts";
import { changeSettings, LANGUAGE_NAMES, THEMES, useSettings } from "./session/settings.ts";
import { tellSignOut } from "./session/sign-in.ts";
import { useSpeech } from "./words/words.ts";

/** Language, appearance and keys, for this person on this machine; each works at once. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { words } = useSpeech();
  const { language, theme, singleKeys } = useSettings();
  return (
    <Question title={words("settings")} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <Radios
          label={words("language")}
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={(chosen) => changeSettings({ language: chosen })}
        />
        <Radios
          label={words("theme")}
          value={theme}
          options={THEMES.map((value) => ({ value, label: words(`theme_${value}`) }))}
          onChange={(chosen) => changeSettings({ theme: chosen })}
        />
        <Check isOn={singleKeys} onChange={(isOn) => changeSettings({ singleKeys: isOn })}>
          {words("single_keys")}
        </Check>
        <div className="flex flex-wrap items-center gap-3">
          {(["templates", "system"] as const).map((page) => (
            <Link
              key={page}
              to={`/${page}`}
              className="lone font-medium text-accent hover:underline md:hidden"
              onClick={onClose}
            >
              {words(page)}
            </Link>
          ))}
          <a href="/docs" className="lone font-medium text-accent hover:underline">
            {words("api_document")}
          </a>
          <SignOut />
        </div>
        <div className="flex justify-end">
          <Button onPress={onClose}>{words("close")}</Button>
        </div>
      </div>
    </Question>
  );
}

/** Ends the sign-in of this browser, in all of its tabs. */
function SignOut() {
  const { words } = useSpeech();
  const client = useClient();
  const { data } = useQuery(signInQuery(client));
  const out = useMutation({ mutationFn: () => client.service.signOut(), onSuccess: tellSignOut });
  if (data === undefined || data.signed_out_at === null) return null;
  return (
    <>
      <Button look="bare" isPending={out.isPending} onPress={() => out.mutate()}>
        {words("sign_out")}
      </Button>
      <ProblemNote error={out.error} />
    </>
  );
}
