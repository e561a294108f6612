import { formatCount } from './format-count.js';

/** What is missing at a place. */
export interface Omission {
  readonly tokens: number;
  /** Sections that begin in the missing part. */
  readonly sections?: number;
}

/** The line that stands for text that was left out, such as `[… 3 sections, about 1,240 tokens left out …]`. */
export function omissionMark({ tokens, sections = 0 }: Omission): string {
  const amount = `about ${formatCount(Math.max(1, Math.round(tokens)))} tokens`;
  if (sections === 0) return `[… ${amount} left out …]`;
  return `[… ${formatCount(sections)} section${sections === 1 ? '' : 's'}, ${amount} left out …]`;
}
