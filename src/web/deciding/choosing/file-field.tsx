import { useMutation } from "@tanstack/react-query";
import type { FileAnswer, InputRequest } from "../../../contract/plan/todo.ts";
import type { Sentence } from "../../../contract/sentences/sentence.ts";
import { fileMisfit } from "../../../plan/todos/answers/file-misfit.ts";
import { Field } from "../../parts/forms/field.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { useClient } from "../../session/api.ts";
import { sizeOf } from "../../words/times.ts";
import { useSpeech } from "../../words/words.ts";

/** A file is sent as soon as it is chosen; the answer then names it by what the store has. */
export function FileField({
  request,
  planId,
  file,
  onFile,
  onMisfit,
  onBusy,
  mistake,
}: {
  readonly request: InputRequest;
  readonly planId: string;
  readonly file: FileAnswer | null;
  readonly onFile: (file: FileAnswer | null) => void;
  /** Told why what was chosen is no answer, and that it is one. */
  readonly onMisfit: (why: Sentence | null) => void;
  /** Told while a file is under way. */
  readonly onBusy: (isBusy: boolean) => void;
  readonly mistake: string | undefined;
}) {
  const { words, language } = useSpeech();
  const client = useClient();
  const { accept = [], max_bytes, required } = request;
  const upload = useMutation({
    mutationFn: async (chosen: File) =>
      client.files.upload(planId, chosen.name, new Uint8Array(await chosen.arrayBuffer())),
    onMutate() {
      onBusy(true);
      // What was sent before is not what the field shows.
      onFile(null);
    },
    onSuccess(sent) {
      const misfit = fileMisfit(request, sent);
      onMisfit(misfit);
      if (misfit === null) onFile(sent);
    },
    onSettled: () => onBusy(false),
  });
  const hint = [
    accept.length > 0 ? words("answer_file_takes", { types: accept.join(", ") }) : "",
    max_bytes === undefined ? "" : words("answer_file_most", { size: sizeOf(max_bytes, language) }),
  ];
  return (
    <>
      <Field
        label={words("answer_file")}
        hint={hint.filter((part) => part !== "").join(", ")}
        mistake={mistake}
        optional={!required}
      >
        {(wired) => (
          <input
            {...wired}
            type="file"
            accept={accept.join(",")}
            disabled={upload.isPending}
            className="field file:mr-3 file:rounded file:border-0 file:bg-raised file:px-2 file:py-1 file:text-ink"
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              const misfit =
                chosen === undefined ? null : fileMisfit(request, { bytes: chosen.size });
              onMisfit(misfit);
              upload.reset();
              if (chosen === undefined || misfit !== null) onFile(null);
              else upload.mutate(chosen);
            }}
          />
        )}
      </Field>
      {upload.isPending && (
        <p role="status">{words("answer_sending_file", { name: upload.variables.name })}</p>
      )}
      {file !== null && (
        <p className="text-soft">
          <span className="font-medium text-ink">{file.name}</span> {sizeOf(file.bytes, language)},{" "}
          {file.media_type}
        </p>
      )}
      <ProblemNote error={upload.error} />
    </>
  );
}
