import { usedHeapBytes } from '@lexichord/testing';

import { connect, connections } from './test-support/connected-client.js';
import { ferryFiles, glossary } from './test-support/ferry-workspace.js';
import { ServedFolder } from './test-support/served-folder.js';

/** Calls of the whole run, over all connections together. */
const calls = 10_000;

/** Calls after which caches are full. */
const warmCalls = 3_000;

/**
 * Calls between two collections. V8 gives pages back over several of them, and as late as it likes: a single
 * collection before the figures are read leaves more than 100 MiB of garbage in some runs and none in others.
 */
const collectEvery = 500;

/** Growth of the heap from then on that is noise, in bytes. */
const maxHeapGrowth = 24 * 1024 * 1024;

/** The same for all memory of the process; 4 to 13 MiB were measured. */
const maxResidentGrowth = 64 * 1024 * 1024;

/** Every so often one of the calls that do most is made. */
const rareEvery = 51;

type Call = (index: number) => { readonly name: string; readonly arguments: Record<string, unknown> };

/** Calls that take a millisecond or a few. */
const usualCalls: readonly Call[] = [
  (index) => ({ name: 'search_code', arguments: { query: `ferry ${index}`, limit: 1 } }),
  () => ({ name: 'expand_context', arguments: { handle: 'src/ferry.ts:1-7' } }),
  () => ({ name: 'expand_context', arguments: { handle: 'src/long.ts:1-400', budget_tokens: 300 } }),
  (index) => ({ name: 'expand_context', arguments: { handle: `more-${String(index).padStart(12, '0')}` } }),
  () => ({ name: 'explain_context', arguments: {} }),
  (index) => ({ name: 'lookup_knowledge', arguments: { query: `ferry pass ${index}` } }),
  () => ({ name: 'recall_conversation', arguments: {} }),
];

/** Calls that read or write much. */
const rareCalls: readonly Call[] = [
  (index) => ({
    name: 'pack_context',
    arguments: { task: `when does the ferry leave on day ${index}`, budget_tokens: 600 },
  }),
  () => ({ name: 'repository_map', arguments: { budget_tokens: 600 } }),
  (index) => ({ name: 'assemble_context', arguments: { document: 'docs/bakery.md', query: `bread ${index}` } }),
  (index) => ({ name: 'recall_conversation', arguments: { conversation_id: 'chat', query: `boat ${index}` } }),
  (index) => ({
    name: 'remember',
    // What was stored before is stored once: the conversation stays as long as it is.
    arguments: { conversation_id: 'chat', messages: [{ role: 'user', content: 'Paint it.', id: `note-${index % 5}` }] },
  }),
];

it('answers 10,000 calls of every tool, over both transports by both revisions, with flat memory', async () => {
  const folder = await ServedFolder.create({ ...ferryFiles, 'src/long.ts': 'export const boat = 1;\n'.repeat(400) });
  const runtime = await folder.open();
  await runtime.memory.add('chat', [{ role: 'user', content: 'The boat is green.' }]);
  await runtime.knowledge.import([{ documentPath: 'docs/glossary.md', text: glossary }]);
  const clients = await Promise.all(connections.map((by) => connect(runtime, by)));
  const failed = new Set<string>();
  let warm = { heap: 0, resident: 0 };
  await clients[0]!.client.callTool({ name: 'pack_context', arguments: { task: 'when does the ferry leave' } });

  for (let index = 1; index <= calls; index += 1) {
    const call = callAt(index);
    const { isError } = await clients[index % clients.length]!.client.callTool(call);
    const isUnknown = String(call.arguments['handle']).startsWith('more-');
    if ((isError ?? false) !== isUnknown) failed.add(call.name);
    if (index % collectEvery === 0) usedHeapBytes();
    if (index === warmCalls) warm = usedBytes();
  }
  const end = usedBytes();
  for (const { close } of clients) await close();
  await folder.dispose();

  expect([...failed]).toEqual([]);
  expect(end.heap - warm.heap).toBeLessThan(maxHeapGrowth);
  expect(end.resident - warm.resident).toBeLessThan(maxResidentGrowth);
}, 600_000);

/** The numbers of connections and of calls of a kind have no common factor: every connection makes every call. */
function callAt(index: number): ReturnType<Call> {
  const isRare = index % rareEvery === 0;
  const kinds = isRare ? rareCalls : usualCalls;
  return kinds[(isRare ? index / rareEvery : index) % kinds.length]!(index);
}

/** After a collection. */
function usedBytes(): { readonly heap: number; readonly resident: number } {
  return { heap: usedHeapBytes(), resident: process.memoryUsage.rss() };
}
