import { useMutation } from "@tanstack/react-query";
import type { HoldDetail, KeptValue } from "../../contract/plan/holds/hold.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { isWithin, toPointer, valueAt } from "../../json/json-pointer.ts";
import { startedAgent } from "../../plan/views/holds/started-agent.ts";
import { Button } from "../parts/button.tsx";
import { Download } from "../parts/download.tsx";
import { Icon } from "../parts/icon.tsx";
import { Fact, Facts } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { JsonValue } from "../parts/values/json-value.tsx";
import { useClient } from "../session/api.ts";
import { sizeOf } from "../words/times.ts";
import { useSpeech, type PlainWordId } from "../words/words.ts";
import { isSame } from "./choosing/patch-between.ts";
import { FindInKept } from "./find-in-kept.tsx";
import { whatRuns, type WhatRuns } from "./what-runs.ts";

const SHORT_DIGITS = 8;

/** Exactly what runs: the tool or the agent, every argument, where its result goes, and the fingerprint of it all. */
export function Arguments({
  hold,
  runs = whatRuns(hold),
  isOneOfMany = false,
}: {
  readonly hold: HoldDetail;
  readonly runs?: WhatRuns;
  /** It stands for several, each with a fingerprint of its own. */
  readonly isOneOfMany?: boolean;
}) {
  const { words } = useSpeech();
  const { tool_name, input_data, output_path, digest, kind } = hold;
  const { args } = runs;
  const agent = startedAgent(hold);
  const named = [
    ...entries("args", args ?? {}, (name) => name),
    ...entries("input_data", input_data ?? {}, (name) => `${words("input_data")}: ${name}`),
  ];
  const fingerprintNote = isOneOfMany ? "together_own_digest" : noteOf(runs);
  return (
    <Facts>
      {agent !== null && (
        <Fact name={words("work_agent")}>
          <span lang="">{agent}</span>
        </Fact>
      )}
      {agent === null && (tool_name !== null || kind === "approval") && (
        <Fact name={words("tool")}>
          {tool_name === null ? words("no_tool") : <code className="font-mono">{tool_name}</code>}
        </Fact>
      )}
      {hold.irreversible === true && (
        <Fact name={words("risk")}>
          <span className="flex items-center gap-1 font-medium text-bad">
            <Icon name="alert" />
            {words("irreversible")}
          </span>
        </Fact>
      )}
      {named.map(({ pointer, name, value }) => {
        // What another value stands for now is not what was kept and sealed in its place.
        const isAsAsked = isSame(valueAt(askedOf(hold), pointer), value);
        const kept = isAsAsked
          ? hold.kept_values.filter((one) => isWithin(one.pointer, pointer))
          : [];
        return (
          <Fact key={pointer} name={<span lang="">{name}</span>}>
            {kept.every((one) => one.pointer !== pointer) && <JsonValue value={value} />}
            {hold.status === "open" &&
              isAsAsked &&
              hold.secrets
                .filter((place) => isWithin(place, pointer))
                .map((place) => (
                  <Secret
                    key={place}
                    holdId={hold.id}
                    pointer={place}
                    isWhole={place === pointer}
                  />
                ))}
            {kept.map((one) => (
              <Kept key={one.pointer} holdId={hold.id} kept={one} />
            ))}
          </Fact>
        );
      })}
      {named.length === 0 && tool_name !== null && (
        <Fact name={words("arguments")}>{words("no_arguments")}</Fact>
      )}
      {output_path !== null && (
        <Fact name={words("result_goes_to")}>
          <code className="font-mono">{output_path}</code>
        </Fact>
      )}
      <Fact name={words("fingerprint")}>
        {!isOneOfMany && (
          <details>
            <summary className="lone w-fit cursor-pointer">
              <code className="font-mono text-small text-soft">{shortDigest(digest)}</code>
            </summary>
            <code className="font-mono text-small break-all text-soft">{digest}</code>
          </details>
        )}
        {fingerprintNote !== undefined && (
          <p className="text-small text-faint">{words(fingerprintNote)}</p>
        )}
      </Fact>
    </Facts>
  );
}

/** What the fingerprint binds; nothing where nothing runs. */
function noteOf({ standing, isEdited }: WhatRuns): PlainWordId | undefined {
  if (standing === "asked") return undefined;
  if (isEdited) return "fingerprint_edited";
  return standing === "approved" ? "fingerprint_approved" : "fingerprint_detail";
}

function askedOf({ args, input_data }: HoldDetail): JsonObject {
  return { args, input_data };
}

/** Enough to tell two apart by eye; the whole of it opens. */
function shortDigest(digest: string): string {
  return `${digest.slice(0, "sha256:".length + SHORT_DIGITS)}…${digest.slice(-SHORT_DIGITS)}`;
}

function entries(base: string, values: Record<string, Json>, nameOf: (name: string) => string) {
  return Object.entries(values).map(([name, value]) => ({
    pointer: toPointer([base, name]),
    name: nameOf(name),
    value,
  }));
}

/** A secret: shown on demand to who may decide, after the plan's history says so, until it is hidden. */
function Secret({
  holdId,
  pointer,
  isWhole,
}: {
  readonly holdId: string;
  readonly pointer: string;
  readonly isWhole: boolean;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const reveal = useMutation({
    mutationFn: () => client.holds.reveal(holdId, { pointer }),
    // What was shown stays nowhere but on the page.
    gcTime: 0,
  });
  return (
    <div className="mt-1 flex flex-col gap-1">
      {reveal.data !== undefined && <JsonValue value={reveal.data.value} />}
      <div className="flex items-center gap-2">
        {reveal.data === undefined ? (
          <Button isDisabled={reveal.isPending} sends onPress={() => reveal.mutate()}>
            {isWhole ? words("reveal") : words("reveal_at", { pointer })}
          </Button>
        ) : (
          <Button onPress={() => reveal.reset()}>{words("hide")}</Button>
        )}
        <span className="text-small text-faint">{words("reveal_detail")}</span>
      </div>
      <ProblemNote error={reveal.error} />
    </div>
  );
}

/** What stands by reference, as its bytes show it: how it begins and ends, and all of it to download. */
function Kept({ holdId, kept }: { readonly holdId: string; readonly kept: KeptValue }) {
  const { words, language } = useSpeech();
  const client = useClient();
  const { pointer, bytes, digest, media_type, head, tail } = kept;
  if (bytes === null || digest === null) {
    return <p className="font-medium text-bad">{words("kept_missing")}</p>;
  }
  const size = sizeOf(bytes, language);
  return (
    <div className="mb-2 flex flex-col gap-1">
      <p className="text-soft">{words("kept_of", { size, type: media_type ?? "" })}</p>
      {head !== null && (
        <pre className="code" lang="">
          {tail === null || tail === "" ? head : `${head}\n⋯\n${tail}`}
        </pre>
      )}
      <code className="font-mono text-small break-all text-soft">{digest}</code>
      <FindInKept holdId={holdId} pointer={pointer} />
      <Download
        label={words("download")}
        name={pointer.slice(pointer.lastIndexOf("/") + 1)}
        read={() => client.holds.arguments(holdId, { pointer })}
      />
    </div>
  );
}
