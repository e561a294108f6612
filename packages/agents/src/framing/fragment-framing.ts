import type { ContextFragment, QuoteText } from '@lexichord/abstractions';
import { fence } from '@lexichord/platform/internal';

import { omissionMark } from '../strategies/text/text-marks.js';
import { LabelReader } from './label-reader.js';
import { isAllFenced, swallowsWhatFollows, unfencedLines } from './fenced-lines.js';

/** When the text of a fragment is put into a code fence: if necessary, or always. */
export type Framing = 'auto' | 'fenced';

/** Keeps the text of fragments distinguishable from the labels and notes of one assembly. */
export class FragmentFraming {
  private readonly labelReader: LabelReader;
  private readonly quotedReader: LabelReader;
  /** Cached, because a strategy repeats the check for each size that it tries, and so does each fitting. */
  private readonly hostileSources = new Map<string, boolean>();
  private readonly hostileContents = new Map<string, boolean>();

  /** @param labels of all strategies, including those without a fragment */
  constructor(
    private readonly labels: readonly string[],
    private readonly framing: Framing,
  ) {
    this.labelReader = new LabelReader(labels);
    this.quotedReader = new LabelReader([...labels, ...notesFor(labels)]);
  }

  /** The same framing with additional labels. */
  withLabels(labels: readonly string[]): FragmentFraming {
    const further = labels.filter((label) => !this.labels.includes(label));
    return further.length === 0 ? this : new FragmentFraming([...this.labels, ...new Set(further)], this.framing);
  }

  /** See `WritingOptions.quoteFrom`. */
  quoteFrom(source: string): QuoteText {
    const isHostile = (text: string): boolean => this.quotedReader.occursIn(text) || swallowsWhatFollows(text);
    const mustQuote = this.framing === 'fenced' || cachedResult(this.hostileSources, source, isHostile);
    // A cut text may have a label at its start or end that the source does not have.
    return (text) => (mustQuote || isHostile(text) ? fence(text) : text);
  }

  /**
   * Whether a fragment as a whole has to be put into a fence. The strategy's own text may contain notes like those of
   * an assembly, but no labels.
   *
   * @param isQuoted whether the strategy inserted foreign text by {@link quoteFrom}
   */
  needsFrame({ content }: Pick<ContextFragment, 'content'>, { isQuoted }: { readonly isQuoted: boolean }): boolean {
    if (this.framing === 'fenced' && !isQuoted && !isAllFenced(content)) return true;
    const isHostile = (text: string): boolean =>
      this.labelReader.occursIn(unfencedLines(text)) || swallowsWhatFollows(text);
    return cachedResult(this.hostileContents, content, isHostile);
  }
}

function cachedResult(cache: Map<string, boolean>, text: string, find: (text: string) => boolean): boolean {
  const found = cache.get(text) ?? find(text);
  cache.set(text, found);
  return found;
}

/** Lines in fragments that mark omissions. */
function notesFor(labels: readonly string[]): readonly string[] {
  const omissions = [{ tokens: 2 }, { tokens: 2, sections: 1 }, { tokens: 2, sections: 2 }];
  return [...labels.map(pointerTo), ...omissions.map(omissionMark)];
}

/** The line that replaces text that another fragment has. */
export function pointerTo(label: string): string {
  return `[see ${label}]`;
}
