import { useMutation, useQuery } from "@tanstack/react-query";
import { useContext, type ReactNode } from "react";
import type { Json, JsonObject } from "../../../contract/text.ts";
import { isFileRecord } from "../../../json/file-record.ts";
import { isKeptResult } from "../../../json/referring.ts";
import { RESULTS } from "../../words/catalogs/results.ts";
import { sizeOf } from "../../words/times.ts";
import { useSpeechWith } from "../../words/words.ts";
import { Button } from "../button.tsx";
import { Skeleton } from "../panel.tsx";
import { ProblemNote } from "../problem.tsx";
import { JsonValue } from "./json-value.tsx";
import { KeptPlacesContext } from "./kept-places.ts";
import { Picture } from "./picture.tsx";
import { readExact } from "./read-exact.ts";

/** Pictures up to so many bytes are shown at once. */
const AT_ONCE = 5_000_000;
/** Texts up to so many bytes are shown when somebody wants it; a browser reads larger ones slowly. */
const ON_DEMAND = 3_000_000;
const PICTURES = /^image\/(?:png|jpeg|gif|webp)$/;
const TEXTS = /^(?:text\/|application\/(?:json|yaml|xml)$)/;

/** What a value holds by reference: a picture is drawn, a text or a large result is read when somebody wants it. */
export function KeptPart({
  part,
  pointer,
  children,
}: {
  readonly part: JsonObject;
  readonly pointer: string;
  readonly children: (value: Json) => ReactNode;
}) {
  const { language } = useSpeechWith(RESULTS);
  if (isKeptResult(part)) {
    return (
      <div>
        <p className="text-soft">{sizeOf(part.bytes, language)}</p>
        <OnDemand pointer={pointer} bytes={part.bytes} isJson before={`${part.preview}…`}>
          {children}
        </OnDemand>
      </div>
    );
  }
  if (!isFileRecord(part)) return <JsonValue value={part} />;
  const type = typeof part["media_type"] === "string" ? part["media_type"] : "";
  const bytes = typeof part["bytes"] === "number" ? part["bytes"] : Infinity;
  const name = String(part.name);
  return (
    <div>
      <p>
        <span lang="">{name}</span>
        <span className="text-faint">
          {" "}
          {Number.isFinite(bytes) && sizeOf(bytes, language)} {type}
        </span>
      </p>
      {PICTURES.test(type) && bytes <= AT_ONCE && <KeptPicture pointer={pointer} name={name} />}
      {TEXTS.test(type) && (
        <OnDemand pointer={pointer} bytes={bytes} isJson={type === "application/json"}>
          {children}
        </OnDemand>
      )}
    </div>
  );
}

function KeptPicture({ pointer, name }: { readonly pointer: string; readonly name: string }) {
  const { read, todo } = useContext(KeptPlacesContext);
  const { data, error, refetch } = useQuery({
    queryKey: ["kept", todo.plan_id, todo.id, todo.run, pointer],
    queryFn: () => read(pointer),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (error !== null) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Skeleton lines={4} /> : <Picture bytes={data} name={name} />;
}

function OnDemand({
  pointer,
  bytes,
  isJson,
  before,
  children,
}: {
  readonly pointer: string;
  readonly bytes: number;
  readonly isJson: boolean;
  /** What stands there until it is read. */
  readonly before?: string;
  readonly children: (value: Json) => ReactNode;
}) {
  const { words } = useSpeechWith(RESULTS);
  const { read } = useContext(KeptPlacesContext);
  const load = useMutation({
    mutationFn: async () => {
      const text = new TextDecoder().decode(await read(pointer));
      return isJson ? jsonOf(text) : text;
    },
    gcTime: 0,
  });
  if (load.data !== undefined) return children(load.data);
  return (
    <>
      {before !== undefined && <JsonValue value={before} />}
      {bytes <= ON_DEMAND && (
        <div className="mt-1">
          <Button isDisabled={load.isPending} onPress={() => load.mutate()}>
            {words("value_load")}
          </Button>
        </div>
      )}
      <ProblemNote error={load.error} />
    </>
  );
}

/** The text itself where it is no JSON, whatever it is called, or would be shown otherwise. */
function jsonOf(text: string): Json {
  const read = readExact(text);
  return "value" in read ? read.value : text;
}
