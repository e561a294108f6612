import { aFragment } from '@lexichord/testing';

import { aRecord, aStrategyOf } from '../test-support/a-panel.js';
import { assemblyView } from '../assembly/assembly-view.js';
import { foldedAtFirst } from './folding.js';
import { colorOf, numberSources, paletteSize } from './source-colors.js';
import { listSources } from './source-list.js';

const surroundings = {
  lastOfAgent: undefined,
  expansions: new Map(),
  colorOf: () => 0,
  nameOf: (sourceId: string) => sourceId,
  isCurrent: true,
};

describe('listSources', () => {
  it('lists those with a fragment in the order of the prompt, then those without by priority, and locked ones apart', () => {
    const { fragments } = assemblyView(
      aRecord('one', {
        result: {
          fragments: ['heading', 'unknown', 'locked-now'].map((sourceId) =>
            aFragment({ sourceId, label: `L ${sourceId}` }),
          ),
        },
      }),
      surroundings,
    );
    const { sources, locked } = listSources({
      strategies: [
        aStrategyOf('document'),
        aStrategyOf('locked', { licensed: false, tier: 'Teams' }),
        aStrategyOf('locked-now', { licensed: false, tier: 'Teams' }),
        aStrategyOf('heading'),
        aStrategyOf('rag', { enabled: false }),
      ],
      fragments,
      skipped: [{ sourceId: 'document', reason: 'timeout', message: 'Too slow.', tokens: 4 }],
      switching: new Map([['rag', true]]),
      folding: foldedAtFirst,
    });

    expect(
      sources.map(({ sourceId, displayName, hasSwitch, isEnabled, isSwitching }) => [
        sourceId,
        displayName,
        hasSwitch,
        isEnabled,
        isSwitching,
      ]),
    ).toEqual([
      ['heading', 'The heading', true, true, false],
      ['unknown', 'L unknown', false, true, false],
      // It is in the prompt, so it is not hidden; the licence took its switch.
      ['locked-now', 'The locked-now', false, false, false],
      ['document', 'The document', true, true, false],
      ['rag', 'The rag', true, true, true],
    ]);
    expect(sources[3]?.absence).toEqual({ reason: 'timeout', message: 'Too slow.', tokens: 4 });
    expect(locked.map(({ sourceId, tier, hasSwitch }) => [sourceId, tier, hasSwitch])).toEqual([
      ['locked', 'Teams', false],
    ]);
  });
});

describe('the colours of sources', () => {
  it('stay with their source, whoever joins, and begin again when there are no more', () => {
    const first = numberSources(new Map(), ['a', 'b', 'a']);
    const second = numberSources(first, ['c', 'b', 'a', ...Array.from({ length: 10 }, (_, number) => `x${number}`)]);

    expect([...first]).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
    expect(['a', 'b', 'c', 'x6', 'x7', 'nobody'].map((id) => colorOf(second, id))).toEqual([0, 1, 2, 9, 0, 0]);
    expect(numberSources(second, ['a'])).toBe(second);
    expect(paletteSize).toBe(10);
  });
});
