import type { TodoDetail } from "../../../contract/plan/plan.ts";
import { isFileRecord } from "../../../json/file-record.ts";
import { isObject } from "../../../json/json-object.ts";
import { valueAt } from "../../../json/json-pointer.ts";
import { plainFileName } from "../../../text/file-name.ts";
import { Download } from "../../parts/download.tsx";
import { ReadableResult } from "../../parts/values/readable.tsx";
import { useClient } from "../../session/api.ts";
import { useSpeech } from "../../words/words.ts";

/** What a todo gave, and what of it stands by reference to download: a large result, or files. */
export function TodoResult({ todo }: { readonly todo: TodoDetail }) {
  const { words } = useSpeech();
  const client = useClient();
  const { plan_id, id, result_data, result_references, note } = todo;
  return (
    <>
      {/* Before what grows while it is loaded: nobody's press misses it. */}
      {result_references.map((pointer) => {
        const kept = valueAt(result_data, pointer);
        const isFile = isObject(kept) && isFileRecord(kept);
        const name = isFile ? plainFileName(kept.name) : `${id}.json`;
        return (
          <div key={pointer} className="mb-2">
            <Download
              label={isFile ? words("download_file", { name }) : words("download")}
              name={name}
              read={() => client.todos.result(plan_id, id, { pointer })}
            />
          </div>
        );
      })}
      {result_data === null ? (
        <p className="text-faint">{words("no_result")}</p>
      ) : (
        <ReadableResult todo={todo} />
      )}
      {note !== null && (
        <p className="mt-2" lang="">
          {note}
        </p>
      )}
    </>
  );
}
