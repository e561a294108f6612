import 'reflect-metadata';
import { IEmbeddingProvider, IIndexService } from '@lexichord/abstractions';
import { SilentLogger } from '@lexichord/platform';
import { developmentLicense } from '@lexichord/license';

import { createRuntime } from '../create-runtime.js';
import { LetterEmbeddings } from './letter-embeddings.js';

/*
 * A child process of a spec: `index-in-child.ts WORKSPACE [rebuild]`. Says `ready` when the workspace is open, waits for a
 * line, brings the index up to date and prints the report, or the code of the error.
 */
const [workspaceRoot = '', mode] = process.argv.slice(2);
const runtime = await createRuntime({
  workspaceRoot,
  license: developmentLicense,
  cacheFolder: `${workspaceRoot}-cache`,
  logger: new SilentLogger(),
  register: (container) => {
    container.register(IEmbeddingProvider, { useValue: new LetterEmbeddings() });
  },
});
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
try {
  const report = await runtime.resolve(IIndexService).update({ rebuild: mode === 'rebuild' });
  process.stdout.write(`${JSON.stringify(report)}\n`);
} catch (error) {
  process.stdout.write(`${JSON.stringify(error)}\n`);
  process.exitCode = 1;
}
await runtime.dispose();
process.stdin.destroy();
