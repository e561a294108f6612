import { formatCount } from '@lexichord/platform/number-text';

import { scoreText, tokensText } from '../budget/amounts.js';
import type { FragmentView, SourceView, UseInLastRequest } from '../../view-model/preview-state.js';

/** A short fact about a fragment. */
export interface RowFact {
  /** `data-part` of its element. */
  readonly part: 'relevance' | 'truncated' | 'deduplicated';
  readonly text: string;
  /** In a sentence. */
  readonly title: string;
  readonly isWarning: boolean;
}

/** Facts shown below the name of a source with a fragment. */
export function rowFacts({ relevance, truncatedFrom, deduplicated }: FragmentView): readonly RowFact[] {
  const facts: RowFact[] = [plain('relevance', `relevance ${scoreText(relevance)}`, 'From 0 (unrelated) to 1')];
  if (truncatedFrom !== undefined) {
    const { tokens, limit } = truncatedFrom;
    const cause = limit === 'budget' ? 'the budget' : 'the limit of its source';
    facts.push(
      warning('truncated', `cut from ${formatCount(tokens)}`, `Shortened from ${tokensText(tokens)} to fit ${cause}`),
    );
  }
  if (deduplicated !== undefined) {
    const { blocks, holders, fromTokens } = deduplicated;
    const what = blocks === 1 ? '1 repeated block' : `${formatCount(blocks)} repeated blocks`;
    const where = holders.length === 0 ? '' : `, held by ${holders.join(', ')}`;
    facts.push(plain('deduplicated', `${what} cut`, `Cut from ${tokensText(fromTokens)}: ${what}${where}`));
  }
  return facts;
}

function plain(part: RowFact['part'], text: string, title: string): RowFact {
  return { part, text, title, isWarning: false };
}

function warning(part: RowFact['part'], text: string, title: string): RowFact {
  return { part, text, title, isWarning: true };
}

/** The use of a fragment in the agent's last request, as a short text and a sentence. */
export const useTexts: Readonly<Record<UseInLastRequest, { readonly text: string; readonly title: string }>> = {
  same: { text: 'in last request', title: 'The last request of an agent had exactly this text' },
  different: {
    text: 'changed since last request',
    title: 'The last request of an agent had another text of this source',
  },
  'not-used': { text: 'not in last request', title: 'The last request of an agent had no text of this source' },
};

/** Why a source has no fragment, in one line. Empty before the first result. */
export function whyAbsent({ absence, isEnabled }: SourceView): string {
  if (absence === undefined) return isEnabled ? '' : 'Switched off.';
  const { message, tokens } = absence;
  return tokens === undefined ? message : `${message} (${tokensText(tokens)})`;
}
