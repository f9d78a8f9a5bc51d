// Temporal's SDK loads a failure converter by its path, with require, in the worker and in its bundle
// of the workflows: this file must run there as it stands.
// oxlint-disable-next-line typescript/no-require-imports -- the SDK requires this file
const { DefaultFailureConverter } = require("@temporalio/common");

/** What the SDK says to whoever asks a workflow: it holds nothing of a plan, and the API reads it. */
const SAID_BY_SDK =
  /^(Workflow did not register a handler for |Unknown encoding: holdpoint\/locked:[\w-]*$)/;

const plain = new DefaultFailureConverter();

/** Puts messages and stack traces into payloads, which are encrypted; they are plain text otherwise. */
class EncodeFailures extends DefaultFailureConverter {
  errorToFailure(error, payloadConverter, context) {
    // What was thrown in the workflows' sandbox is no Error of this realm.
    const isSdks = !error?.cause && SAID_BY_SDK.test(String(error?.message));
    return isSdks
      ? plain.errorToFailure(error, payloadConverter, context)
      : super.errorToFailure(error, payloadConverter, context);
  }
}

exports.failureConverter = new EncodeFailures({ encodeCommonAttributes: true });
