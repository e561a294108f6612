// @ts-check
import { parentPort } from 'node:worker_threads';
import { runReadingTask } from './reading-task.mjs';

parentPort?.on('message', async ({ id, task }) => {
  try {
    parentPort?.postMessage({ id, result: await runReadingTask(task) });
  } catch (error) {
    parentPort?.postMessage({ id, failure: error instanceof Error ? error.name : 'Error' });
  }
});
