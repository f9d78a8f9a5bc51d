// Temporal's SDK loads a failure converter by its path, with require, in the worker and in its bundle
// of the workflows: this file must run there as it stands.
// oxlint-disable-next-line typescript/no-require-imports -- the SDK requires this file
const { DefaultFailureConverter } = require("@temporalio/common");

/** What workers say to whoever asks a workflow: it holds nothing of a plan, and the API reads it (failures.ts). */
const SAID_BY_WORKERS = [
  /^Workflow did not register a handler for /,
  /^Unknown encoding: holdpoint\/locked:[\w-]*$/,
  /^Script execution timed out after \d+ms$/,
  /^Received workflow activation for an untracked workflow /,
  // TASK_TO_COME
  /^holdpoint: something has happened since the last workflow task; ask again\.$/,
];

const plain = new DefaultFailureConverter();

/** Puts messages and stack traces into payloads, which are encrypted; they are plain text otherwise. */
class EncodeFailures extends DefaultFailureConverter {
  errorToFailure(error, payloadConverter, context) {
    // What was thrown in the workflows' sandbox is no Error of this realm.
    const message = String(error?.message);
    const isKnown = !error?.cause && SAID_BY_WORKERS.some((said) => said.test(message));
    return isKnown
      ? plain.errorToFailure(error, payloadConverter, context)
      : super.errorToFailure(error, payloadConverter, context);
  }
}

exports.failureConverter = new EncodeFailures({ encodeCommonAttributes: true });
