import { Button } from "../parts/button.tsx";
import { useCopy } from "../parts/use-copy.ts";
import { useSpeech } from "../words/words.ts";

/** Something secret that was just made, to be taken along: nothing shows it again. */
export function SecretOnce({
  title,
  detail,
  label,
  secret,
  onDone,
}: {
  readonly title: string;
  readonly detail: string;
  readonly label: string;
  readonly secret: string;
  readonly onDone: () => void;
}) {
  const { words } = useSpeech();
  const copy = useCopy();
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-medium text-good">
        {title}
      </p>
      <p>{detail}</p>
      <code aria-label={label} role="note" className="code select-all">
        {secret}
      </code>
      <div className="flex flex-wrap gap-2">
        <Button look="main" onPress={onDone}>
          {words("close")}
        </Button>
        {/* Only pages that come over https or from this machine may write there. */}
        {window.isSecureContext && (
          <Button icon="file" onPress={() => copy(secret)}>
            {words("copy")}
          </Button>
        )}
      </div>
    </div>
  );
}
