import { formatCount } from '@lexichord/platform/number-text';

/** Omitted text. */
interface Omission {
  readonly tokens: number;
  /** Number of sections that start in the omitted text. */
  readonly sections?: number;
}

/** The line that replaces omitted text, such as `[… 3 sections, about 1,240 tokens left out …]`. */
export function omissionMark({ tokens, sections = 0 }: Omission): string {
  const amount = `about ${formatCount(Math.max(1, Math.round(tokens)))} tokens`;
  if (sections === 0) return `[… ${amount} left out …]`;
  return `[… ${formatCount(sections)} section${sections === 1 ? '' : 's'}, ${amount} left out …]`;
}

/**
 * The name, or the name with the smallest number from 2, whose mark does not occur in the text, so that a mark cannot
 * be confused with content: `⟦cursor⟧`, `⟦cursor 2⟧`, …
 *
 * White square brackets are used because they have no meaning in Markdown, HTML, wikis and templates, because they work
 * in the middle of a sentence, and because they hardly occur in real documents.
 *
 * @param name letters only
 */
export function unusedMarkName(name: string, text: string): string {
  if (!text.includes('⟦')) return name;
  const used = new Set<string | undefined>();
  for (const [, taken] of text.matchAll(new RegExp(`⟦/?(${name}(?: \\d+)?)⟧`, 'gu'))) used.add(taken);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!used.has(candidate)) return candidate;
  }
}
