import { usedHeapBytes } from '@lexichord/testing';

import { FollowedCommand } from '../test-support/followed-command.js';
import { aFolder, runCommand } from '../test-support/run-command.js';

/** Commands of the whole run. */
const calls = 3_000;

/** Commands after which caches are full. */
const warmCalls = 1_000;

/** Growth of the heap from then on that is noise, in bytes. */
const maxGrowthBytes = 24 * 1024 * 1024;

it('a warm process answers 3,000 commands with flat memory, also such as it refuses and such as go away', async () => {
  const workingDirectory = aFolder({
    '.agent/.keep': '',
    'src/ferry.ts': 'export function leave(): string {\n  return "when the tide allows it";\n}\n',
    'notes.md': '# Ferry\n\nThe ferry leaves from quay 4.\n',
  });
  const environment = { HOME: aFolder(), LEXICHORD_WARM: 'report' };
  const server = new FollowedCommand(['serve'], { workingDirectory, environment });
  await server.written('stderr', 'Answering commands');
  const kinds = [
    (index: number) => ['search', `ferry ${index}`, '--no-refresh'],
    (index: number) => ['search', `quay ${index}`],
    () => ['context', 'expand', 'src/ferry.ts:1-3'],
    () => ['map'],
    (index: number) => ['assemble', 'notes.md', '--query', `quay ${index}`],
    () => ['search', 'ferry', '--kind', 'nonsense'],
  ];
  let warmBytes = 0;
  let answered = 0;

  for (let index = 1; index <= calls; index += 1) {
    const gone = new AbortController();
    const isCancelled = index % 10 === 0;
    const running = runCommand(kinds[index % kinds.length]!(index), {
      ...{ workingDirectory, environment, asksWarmProcess: true, signal: gone.signal },
    });
    if (isCancelled) setImmediate(() => gone.abort());
    if ((await running).stderr.includes('answered.')) answered += 1;
    if (index === warmCalls) warmBytes = usedHeapBytes();
  }
  const growth = usedHeapBytes() - warmBytes;
  await server.interrupt();

  expect(answered).toBeGreaterThanOrEqual(calls * 0.9);
  expect(growth).toBeLessThan(maxGrowthBytes);
}, 1_200_000);
