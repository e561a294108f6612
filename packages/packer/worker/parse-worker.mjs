// @ts-check
import { parentPort } from 'node:worker_threads';

import { compileAtOnce } from './compile-at-once.mjs';
import { GrammarLoader } from './grammar-loader.mjs';
import { parseBounded } from './parse-bounded.mjs';
import { accountPath, threadMs } from './stopwatch.mjs';

compileAtOnce();
const grammars = new GrammarLoader();
const account = accountPath();

parentPort?.on('message', async (/** @type {import('./parse-protocol.mjs').ParseRequest} */ request) => {
  const { jobId } = request;
  try {
    const parser = await grammars.parserFor(request.grammar);
    // The other side's time limit starts here: loading a grammar is not the file's fault.
    parentPort?.postMessage({ jobId, isStarted: true, account, workedMs: threadMs() });
    const outcome = parseBounded(parser, request);
    const transfer = outcome.kind === 'parsed' ? [outcome.nodes.buffer] : [];
    parentPort?.postMessage({ jobId, outcome }, transfer);
  } catch (error) {
    // Only the kind of the error: its message could quote the file.
    const reason = error instanceof Error ? error.name : typeof error;
    parentPort?.postMessage({ jobId, outcome: { kind: 'failed', reason } });
  }
});
