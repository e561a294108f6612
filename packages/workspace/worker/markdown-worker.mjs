// @ts-check
import { parentPort } from 'node:worker_threads';
import { runMarkdownTask } from './parse-markdown.mjs';

// Each result is sent at once, so that those ready by the time limit are not lost.
parentPort?.on('message', async ({ jobId, tasks, definedLabels }) => {
  for (const [index, task] of tasks.entries()) {
    parentPort?.postMessage({ jobId, index, result: await runOrGiveUp(task, definedLabels) });
  }
  parentPort?.postMessage({ jobId, isDone: true });
});

/**
 * @param {import('./parse-markdown.mjs').MarkdownTask} task
 * @param {ReadonlySet<string>} definedLabels
 */
async function runOrGiveUp(task, definedLabels) {
  try {
    return await runMarkdownTask(task, definedLabels);
  } catch {
    // Nested too deeply for the stack. The other side has a plain fallback for missing results.
    return undefined;
  }
}
