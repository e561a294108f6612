// @ts-check
import { parentPort } from 'node:worker_threads';

import { compileAtOnce } from './compile-at-once.mjs';
import { GrammarLoader } from './grammar-loader.mjs';
import { parseBounded } from './parse-bounded.mjs';
import { accountPath, threadMs } from './stopwatch.mjs';

compileAtOnce();
const grammars = new GrammarLoader();
const account = accountPath();
// The sender of the first text gets the error.
grammars.start().catch(() => undefined);

/**
 * @param {import('./parse-protocol.mjs').ParseReply} message
 * @param {readonly ArrayBuffer[]} [transfer]
 */
function reply(message, transfer = []) {
  parentPort?.postMessage(message, transfer);
}

let answered = Promise.resolve();
parentPort?.on('message', (/** @type {import('./parse-protocol.mjs').ParseRequest} */ request) => {
  // One after the other: the next text may arrive before the grammar of this one is loaded.
  answered = answered.then(async () => {
    const release = await answer(request);
    // Nothing waits for this, and the time of the next text begins afterwards. A failure here ends the thread.
    release?.();
  });
});

/**
 * @param {import('./parse-protocol.mjs').ParseRequest} request
 * @returns the work left to do
 */
async function answer(request) {
  const { jobId } = request;
  try {
    const parser = await grammars.parserFor(request.grammar);
    // The other side's time limit starts here: loading a grammar is not the file's fault.
    reply({ jobId, isStarted: true, account, workedMs: threadMs() });
    const { outcome, release } = parseBounded(parser, request);
    reply({ jobId, outcome }, outcome.kind === 'parsed' ? [outcome.nodes.buffer] : []);
    return release;
  } catch (error) {
    // Only the kind of the error: its message could quote the file.
    const reason = error instanceof Error ? error.name : typeof error;
    reply({ jobId, outcome: { kind: 'failed', reason } });
    return undefined;
  }
}
