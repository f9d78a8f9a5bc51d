import type { TodoDetail } from "../../../contract/plan/plan.ts";
import type { Json } from "../../../contract/text.ts";
import { isFileRecord } from "../../../json/file-record.ts";
import { isObject } from "../../../json/json-object.ts";
import { valueAt } from "../../../json/json-pointer.ts";
import { isKeptResult } from "../../../json/referring.ts";
import { plainFileName } from "../../../text/file-name.ts";
import { Download } from "../../parts/download.tsx";
import { JsonValue } from "../../parts/json-value.tsx";
import { useClient } from "../../session/api.ts";
import { sizeOf } from "../../words/times.ts";
import { useSpeech } from "../../words/words.ts";

/** What a todo gave, and what of it stands by reference to download: a large result, or files. */
export function TodoResult({ todo }: { readonly todo: TodoDetail }) {
  const { words } = useSpeech();
  const client = useClient();
  const { plan_id, id, result_data, result_references, note } = todo;
  return (
    <>
      {result_data === null ? (
        <p className="text-faint">{words("no_result")}</p>
      ) : (
        <Given result={result_data} />
      )}
      {result_references.map((pointer) => {
        const kept = valueAt(result_data, pointer);
        const isFile = isObject(kept) && isFileRecord(kept);
        const name = isFile ? plainFileName(kept.name) : `${id}.json`;
        return (
          <div key={pointer} className="mt-2">
            <Download
              label={isFile ? words("download_file", { name }) : words("download")}
              name={name}
              read={() => client.todos.result(plan_id, id, { pointer })}
            />
          </div>
        );
      })}
      {note !== null && (
        <p className="mt-2" lang="">
          {note}
        </p>
      )}
    </>
  );
}

/** A large result is told by its size, and by how it begins. */
function Given({ result }: { readonly result: Json }) {
  const { language } = useSpeech();
  if (!isKeptResult(result)) return <JsonValue value={result} />;
  return (
    <>
      <p className="text-soft">{sizeOf(result.bytes, language)}</p>
      <JsonValue value={`${result.preview}…`} />
    </>
  );
}
