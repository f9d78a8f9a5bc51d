import { Button } from "../../parts/button.tsx";
import { toast } from "../../parts/toasts.tsx";
import { useSpeech } from "../../words/words.ts";

/** A webhook's secret, in the only moment in which it is shown. */
export function Secret({
  said,
  secret,
  onDone,
}: {
  /** What has just been done. */
  readonly said: string;
  readonly secret: string;
  readonly onDone: () => void;
}) {
  const { words } = useSpeech();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret);
    toast(words("copied"));
  };
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-medium text-good">
        {said}
      </p>
      <p>{words("webhook_secret_once")}</p>
      <code aria-label={words("webhook_secret")} role="note" className="code select-all">
        {secret}
      </code>
      <div className="flex flex-wrap gap-2">
        <Button look="main" onPress={onDone}>
          {words("close")}
        </Button>
        {/* Only pages that come over https or from this machine may write there. */}
        {window.isSecureContext && (
          <Button icon="file" onPress={() => void copy()}>
            {words("copy")}
          </Button>
        )}
      </div>
    </div>
  );
}
