import { emptyAssembledContext } from '@lexichord/abstractions';
import { aFragment } from '@lexichord/testing';
import fc from 'fast-check';

import type { AssemblyRecord } from '../protocol/preview-message.js';
import { AssemblyHistory } from './assembly-history.js';

const mine = { viewerId: 'mine' };
const other = { viewerId: 'other' };

function aRecord(correlationId: string, { isLive = false, characters = 10 } = {}): AssemblyRecord {
  return {
    correlationId,
    origin: 'preview',
    agentId: 'editor',
    startedAt: '2026-01-01T00:00:00.000Z',
    assembledAt: '2026-01-01T00:00:01.000Z',
    request: { agentId: 'editor' },
    maxTokens: 100,
    isLive,
    result: { ...emptyAssembledContext('editor', 100), fragments: [aFragment({ content: 'x'.repeat(characters) })] },
  };
}

describe('AssemblyHistory', () => {
  const idsFor = (history: AssemblyHistory, viewerId: string): readonly string[] =>
    history.summariesFor(viewerId).map(({ correlationId }) => correlationId);

  it('shows a viewer its own and the agents’ last ones, oldest first', () => {
    const history = new AssemblyHistory(3);
    history.add(mine, aRecord('m1'));
    history.add('agents', aRecord('a1'));
    history.add(other, aRecord('o1'));
    history.add(mine, aRecord('m2'));
    history.add('agents', aRecord('a2'));

    expect(idsFor(history, 'mine')).toEqual(['a1', 'm2', 'a2']);
    expect(idsFor(history, 'other')).toEqual(['a1', 'o1', 'a2']);
    expect(idsFor(history, 'nobody')).toEqual(['a1', 'a2']);
    expect(history.lastOfAgents()?.correlationId).toBe('a2');
    expect(history.find('mine', 'o1')).toBeUndefined();
    expect(history.find('other', 'o1')?.correlationId).toBe('o1');
  });

  it('keeps the last of several in a row that typing asked for', () => {
    const history = new AssemblyHistory(10);
    for (const [id, isLive] of [
      ['m1', true],
      ['m2', true],
      ['m3', false],
      ['m4', true],
    ] as const) {
      history.add(mine, aRecord(id, { isLive }));
      history.add(other, aRecord(`o-${id}`, { isLive: true }));
    }

    expect(idsFor(history, 'mine')).toEqual(['m2', 'm3', 'm4']);
    expect(idsFor(history, 'other')).toEqual(['o-m4']);
  });

  it('forgets the oldest when the texts become too many, and never the newest', () => {
    const history = new AssemblyHistory(10);
    history.add(mine, aRecord('m1', { characters: 9_000_000 }));
    history.add('agents', aRecord('a1', { characters: 9_000_000 }));
    history.add(mine, aRecord('m2', { characters: 9_000_000 }));
    expect(idsFor(history, 'mine')).toEqual(['a1', 'm2']);

    history.add(other, aRecord('o1', { characters: 30_000_000 }));

    expect(idsFor(history, 'mine')).toEqual([]);
    expect(idsFor(history, 'other')).toEqual(['o1']);
  });

  it('forgets a viewer', () => {
    const history = new AssemblyHistory(10);
    history.add(mine, aRecord('m1'));
    history.add('agents', aRecord('a1'));

    history.forget('mine');

    expect(idsFor(history, 'mine')).toEqual(['a1']);
  });

  it('keeps at most so many of each, whatever comes', () => {
    const owner = fc.constantFrom(mine, other, 'agents' as const);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(owner, fc.boolean()), { maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        (all, size) => {
          const history = new AssemblyHistory(size);
          all.forEach(([whose, isLive], index) => history.add(whose, aRecord(String(index), { isLive })));
          for (const viewerId of ['mine', 'other']) {
            const ids = idsFor(history, viewerId).map(Number);
            const visible = all.flatMap(([whose], index) =>
              whose === 'agents' || whose.viewerId === viewerId ? [index] : [],
            );
            expect(ids.length).toBeLessThanOrEqual(size);
            expect(ids).toEqual(ids.toSorted((left, right) => left - right));
            // The newest is always there.
            expect(ids.at(-1)).toBe(visible.at(-1));
            for (const id of ids) expect(history.find(viewerId, String(id))).toBeDefined();
          }
        },
      ),
    );
  });
});
