import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ROLES, type Role } from "../../../contract/tables/vocabulary.ts";
import { namesIn } from "../../../text/names-in.ts";
import { useKeptOpen } from "../../parts/dialog.tsx";
import { Ending } from "../../parts/forms/ending.tsx";
import { Checkboxes, Radios, TextField } from "../../parts/forms/field.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { mistakeAt, ProblemNote } from "../../parts/problem.tsx";
import { WithCode } from "../../parts/values/with-code.tsx";
import { createApiClient, KEYS, useClient } from "../../session/api.ts";
import { useFormDraft } from "../../session/draft.ts";
import { signInBy, tellSignIn } from "../../session/sign-in.ts";
import { MEANINGS } from "../../words/catalogs/meanings.ts";
import { OPERATING } from "../../words/catalogs/operating.ts";
import { useSpeechWith } from "../../words/words.ts";
import { SecretOnce } from "../secret-once.tsx";

const DAYS = ["30", "90", "365"] as const;
const NEVER = "never";

interface Written {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly groups: string;
  readonly days: (typeof DAYS)[number] | typeof NEVER;
}
const EMPTY: Written = { name: "", roles: [], groups: "", days: "90" };

/** Makes a key, and shows it: nothing else ever does. */
export function KeyForm({
  isFirst,
  onDone,
}: {
  /** Whether it is the first one: everybody needs one from then on. */
  readonly isFirst: boolean;
  readonly onDone: () => void;
}) {
  const speech = useSpeechWith(OPERATING);
  const { words, language } = speech;
  const client = useClient();
  const queries = useQueryClient();
  const [switchesOn] = useState(isFirst);
  const draft = useFormDraft("key.new", EMPTY);
  const { name, roles, groups, days } = draft.written;
  const change = (to: Partial<Written>): void => draft.write({ ...draft.written, ...to });
  const [isTried, setTried] = useState(false);
  const create = () =>
    client.keys.create({
      name: name.trim(),
      roles: [...roles],
      groups: namesIn(groups),
      expires_in_days: days === NEVER ? null : Number(days),
    });
  const make = useMutation({
    mutationFn: () =>
      switchesOn
        ? signInBy(async () => {
            const made = await create();
            await createApiClient(language, made.key).service.signIn({ retries: 0 });
            return made;
          })
        : create(),
    onSuccess() {
      draft.drop();
      return queries.invalidateQueries({ queryKey: KEYS.keys });
    },
  });
  const isMade = make.data !== undefined;
  // Escape and a press outside would lose what was written, or the key.
  useKeptOpen(make.isPending || isMade || draft.isBegun);
  const leave = (): void => {
    draft.drop();
    onDone();
  };
  // However the form is left: who made the first key is signed in with it.
  useEffect(() => (switchesOn && isMade ? tellSignIn : undefined), [switchesOn, isMade]);
  if (make.data !== undefined) {
    const { id, name: owner, key } = make.data;
    return (
      <SecretOnce
        title={words("key_made", { id, name: owner })}
        detail={words("key_once")}
        label={words("key")}
        secret={key}
        onDone={onDone}
      />
    );
  }
  return (
    <Form
      label={words("key_new")}
      onSend={() => {
        setTried(true);
        if (roles.length > 0 && !make.isPending) make.mutate();
      }}
    >
      {switchesOn && (
        <p className="rounded-md bg-wait-tint px-3 py-2 text-wait">{words("key_first")}</p>
      )}
      <TextField
        label={words("name")}
        hint={words("key_name_hint")}
        value={name}
        mistake={mistakeAt(make.error, "/name", speech)}
        onChange={(text) => change({ name: text })}
        autoFocus
      />
      <Checkboxes
        label={words("key_roles")}
        choices={ROLES.map((role) => ({
          value: role,
          label: <code className="font-mono text-small">{role}</code>,
          detail: MEANINGS[role][language],
        }))}
        chosen={roles}
        onChange={(chosen) => change({ roles: chosen })}
        mistake={isTried && roles.length === 0 ? words("choose_one") : undefined}
      />
      <TextField
        label={words("key_groups")}
        hint={words("key_groups_hint")}
        value={groups}
        optional
        mistake={mistakeAt(make.error, "/groups", speech)}
        onChange={(text) => change({ groups: text })}
      />
      {switchesOn && roles.length > 0 && !roles.includes("admin") && (
        <p className="text-wait">
          <WithCode text={words("key_first_not_admin")} />
        </p>
      )}
      <Radios
        label={words("key_expires")}
        value={days}
        options={[
          ...DAYS.map((value) => ({ value, label: words("key_days", { days: value }) })),
          { value: NEVER, label: words("key_never") },
        ]}
        onChange={(chosen) => change({ days: chosen })}
      />
      <ProblemNote error={make.error} />
      <Ending isDisabled={make.isPending} isKept={make.isPending} onLeave={leave}>
        {words("key_make")}
      </Ending>
    </Form>
  );
}
