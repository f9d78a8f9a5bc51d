/**
 * A stand-in for a whole Holdpoint: starts the dev server on the folder given (with the binary given), prints it as a line of
 * JSON, and stays until it is killed, or until its stdin ends: then it stops the server first.
 */
import { startTestServer } from "../support/dev-server.ts";

const [dataDir = "", binary] = process.argv.slice(2);
const server = await startTestServer({ dataDir, ...(binary !== undefined && { binary }) });
process.stdout.write(
  `${JSON.stringify({ pid: server.pid, adopted: server.adopted, ownerPid: server.ownerPid })}\n`,
);
process.stdin.resume();
process.stdin.once("end", () => void server.stop().then(() => process.exit(0)));
