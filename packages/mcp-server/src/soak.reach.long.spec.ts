import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { connect } from './test-support/connected-client.js';
import { ferryFiles } from './test-support/ferry-workspace.js';
import { ServedFolder } from './test-support/served-folder.js';

/** Calls of the whole run. */
const calls = 10_000;

/** Calls after which caches are full. */
const warmCalls = 2_000;

/** Growth of the heap from then on that is noise, in bytes. */
const maxGrowthBytes = 24 * 1024 * 1024;

it('answers 10,000 calls with flat memory', async () => {
  const folder = await ServedFolder.create(ferryFiles);
  const { client, close } = await connect(await folder.open());
  const kinds = [
    (index: number) => ({ name: 'search_code', arguments: { query: `ferry ${index}`, limit: 1 } }),
    () => ({ name: 'expand_context', arguments: { handle: 'src/ferry.ts:1-7' } }),
    (index: number) => ({ name: 'expand_context', arguments: { handle: `more-${String(index).padStart(12, '0')}` } }),
    () => ({ name: 'explain_context', arguments: {} }),
  ];
  let warmBytes = 0;
  await client.callTool({ name: 'pack_context', arguments: { task: 'when does the ferry leave' } });

  for (let index = 1; index <= calls; index += 1) {
    await client.callTool(kinds[index % kinds.length]!(index));
    if (index === warmCalls) warmBytes = usedBytes();
  }
  const growth = usedBytes() - warmBytes;
  await close();
  await folder.dispose();

  expect(growth).toBeLessThan(maxGrowthBytes);
}, 600_000);

/** The heap after a collection. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
