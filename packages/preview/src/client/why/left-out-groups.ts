import type { LeftOutView } from '../../view-model/preview-state.js';

/** Left-out entries of one kind. */
export interface LeftOutGroup {
  readonly kind: LeftOutView['kind'];
  readonly title: string;
  readonly explanation: string;
  readonly entries: readonly LeftOutView[];
  /** Omitted tokens, as far as they were counted. */
  readonly lostTokens: number;
}

const headings: Readonly<Record<LeftOutView['kind'], { readonly title: string; readonly explanation: string }>> = {
  skipped: { title: 'Skipped', explanation: 'These are not in the prompt.' },
  truncated: { title: 'Cut', explanation: 'The end of these is not in the prompt.' },
  deduplicated: { title: 'Said twice', explanation: 'Another source already has this text.' },
};

const order: readonly LeftOutView['kind'][] = ['skipped', 'truncated', 'deduplicated'];

/** Words for the codes of the assembler. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['unlicensed', 'Not licensed'],
  ['disabled', 'Switched off'],
  ['excluded', 'Excluded by the request'],
  ['unsupported', 'Not for this agent'],
  ['timeout', 'Took too long'],
  ['error', 'Failed'],
  ['empty', 'Found nothing'],
  ['no-index', 'No search index'],
  ['duplicate', 'Said by another source'],
  ['over-budget', 'Over the budget'],
  ['strategy', 'Cut to its own size'],
  ['budget', 'Cut to the budget'],
]);

/** Left-out sources of an assembly by reason; groups without an entry are left out. */
export function groupLeftOut(leftOut: readonly LeftOutView[]): readonly LeftOutGroup[] {
  return order.flatMap((kind) => {
    const entries = leftOut.filter((entry) => entry.kind === kind);
    if (entries.length === 0) return [];
    const lostTokens = entries.reduce((sum, entry) => sum + (entry.lostTokens ?? 0), 0);
    return [{ kind, ...headings[kind], entries, lostTokens }];
  });
}

/** The reason in two or three words; an unlisted code is shown itself. */
export function reasonWords({ kind, reason }: Pick<LeftOutView, 'kind' | 'reason'>): string {
  if (kind === 'deduplicated') return 'Repetition taken out';
  return reasons.get(reason) ?? reason;
}
