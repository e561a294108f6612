import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { RunSettings } from '../benchmark.js';
import { type BoundedRow, summary } from './bounded-row.js';

const rounds = { full: 7, smoke: 1 };

interface Taken {
  readonly milliseconds: number;
  readonly residentMegabytes: number;
  readonly heapMegabytes: number;
}

/** Fresh processes: the first pack, which loads code, vocabulary and grammars, and a later one. */
export function measureFirstPacks(
  folder: string,
  { sizeOf }: RunSettings,
): { readonly times: BoundedRow; readonly memory: readonly BoundedRow[] } {
  const child = fileURLToPath(new URL('packing-child.js', import.meta.url));
  const measured = Array.from({ length: sizeOf(rounds) }, () => {
    const printed = execFileSync(process.execPath, ['--expose-gc', child, folder], { encoding: 'utf8' });
    return JSON.parse(printed) as { readonly first: Taken; readonly second: Taken };
  });
  const of = (value: (both: (typeof measured)[number]) => number): Pick<BoundedRow, 'p50' | 'p99'> =>
    summary(measured.map(value).toSorted((left, right) => left - right));
  const sizes = { target: 50, bound: 100 };
  return {
    // Starting up is not packing, but whoever packs once waits for it: no longer than a pack may take at all.
    times: {
      name: '100 sources, first pack of a process, start-up included',
      ...of(({ first }) => first.milliseconds),
      ...{ target: 1_000, bound: 5_000 },
    },
    memory: [
      {
        name: 'AC-125: first pack of a process, resident memory',
        ...of(({ first }) => first.residentMegabytes),
        ...{ target: 80, bound: 100 },
      },
      {
        name: 'NFR-016-10: first pack of a process, heap and external memory',
        ...of(({ first }) => first.heapMegabytes),
        ...sizes,
      },
      {
        name: 'NFR-016-10: all files changed since, heap and external memory',
        ...of(({ second }) => second.heapMegabytes),
        ...sizes,
      },
    ],
  };
}
