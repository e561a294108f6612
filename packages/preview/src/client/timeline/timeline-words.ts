import { formatCount } from '@lexichord/platform/number-text';

import type { SourceDifference, TimelineEntry } from '../../view-model/preview-state.js';

/** Requester of an assembly, for people: the agent by its name, and whether it will use the result. */
export function requesterName(
  { origin, agentId }: Pick<TimelineEntry, 'origin' | 'agentId'>,
  names: ReadonlyMap<string, string>,
): { readonly who: string; readonly what: string } {
  return { who: origin === 'agent' ? 'Agent' : 'Preview', what: names.get(agentId) ?? agentId };
}

/** Whether another assembly than the viewer's own newest is on view; one that follows agents has none of its own. */
export function isPastShown(timeline: readonly Pick<TimelineEntry, 'origin' | 'isShown'>[]): boolean {
  const newest = timeline.find(({ origin }) => origin === 'preview') ?? timeline[0];
  return newest?.isShown === false;
}

/** `+1,200`, `−30`, `±0` */
export function signed(count: number): string {
  if (count === 0) return '±0';
  return count > 0 ? `+${formatCount(count)}` : `−${formatCount(-count)}`;
}

const changes: Readonly<Record<SourceDifference['change'], { readonly sign: string; readonly words: string }>> = {
  added: { sign: '+', words: 'Added' },
  removed: { sign: '−', words: 'Removed' },
  changed: { sign: '~', words: 'Changed' },
  same: { sign: '=', words: 'Same' },
};

/** A sign and a word for how a source differs, so that colour is not the only mark. */
export function changeWords(change: SourceDifference['change']): { readonly sign: string; readonly words: string } {
  return changes[change];
}

/** `1 source was added, 2 changed, 3 are the same.` */
export function comparisonSentence(differences: readonly Pick<SourceDifference, 'change'>[]): string {
  const counts = { added: 0, removed: 0, changed: 0, same: 0 };
  for (const { change } of differences) counts[change] += 1;
  const parts = [
    [counts.added, 'added'] as const,
    [counts.removed, 'removed'] as const,
    [counts.changed, 'changed'] as const,
  ].flatMap(([count, words]) => (count > 0 ? [`${formatCount(count)} ${words}`] : []));
  if (parts.length === 0) return 'The prompts are the same.';
  return counts.same > 0 ? `${parts.join(', ')}, ${formatCount(counts.same)} the same.` : `${parts.join(', ')}.`;
}

/** Before others those that differ, in the order they were given. */
export function differingFirst(differences: readonly SourceDifference[]): readonly SourceDifference[] {
  return [
    ...differences.filter(({ change }) => change !== 'same'),
    ...differences.filter(({ change }) => change === 'same'),
  ];
}
