/** How a heading or another text should be capitalised. */
export interface CaseStyle {
  readonly kind: 'title' | 'sentence' | 'lower' | 'upper';
  /** Whether a title keeps every preposition small (Chicago), or only those of up to three letters (AP). */
  readonly isChicago: boolean;
  /** Word endings after which a sentence begins anew, such as a colon. */
  readonly indicators: readonly string[];
  /** Share of words that must be right, 0 to 1. */
  readonly threshold: number;
}

const smallWords = new Set('a an and as at but by en for if in nor of on or per so the to up v vs via yet'.split(' '));
const prepositions = new Set(
  `about above across after against along among around before behind below beneath beside between beyond down during
  from inside into like near off onto out outside over past since than through toward towards under underneath until
  upon with within without`.split(/\s+/),
);

/**
 * Whether a text keeps to a case.
 *
 * @param isExcused whether a word, by its place in the text, may be written as it is
 */
export function keepsCase(text: string, style: CaseStyle, isExcused: (word: RegExpMatchArray) => boolean): boolean {
  if (style.kind === 'lower') return text === text.toLowerCase();
  if (style.kind === 'upper') return text === text.toUpperCase();
  const words = [...text.matchAll(/[\p{N}\p{L}]\S*/gu)];
  if (words.length === 0) return true;
  let right = 0;
  for (const [index, match] of words.entries()) {
    const before = words[index - 1]?.[0] ?? '';
    const isEdge = index === 0 || index === words.length - 1 || before.endsWith(':');
    const isRight =
      style.kind === 'title'
        ? isTitleWord(match[0], isEdge, style)
        : isSentenceWord(match[0], index === 0 || style.indicators.some((end) => before.endsWith(end)), index === 0);
    if (isRight || isExcused(match)) right += 1;
    else if (index === 0) return false;
  }
  return right / words.length >= style.threshold;
}

function isTitleWord(word: string, isEdge: boolean, { isChicago }: CaseStyle): boolean {
  if (hasOwnCase(word)) return true;
  const plain = word.toLowerCase().replace(/[^\p{L}\p{N}]+$/u, '');
  const isSmall = !isEdge && (smallWords.has(plain) || (isChicago && prepositions.has(plain)));
  return isSmall ? !startsUpper(word) : startsUpper(word);
}

function isSentenceWord(word: string, mayStart: boolean, mustStart: boolean): boolean {
  if (hasOwnCase(word)) return true;
  return startsUpper(word) ? mayStart : !mustStart;
}

/** Acronyms, `iPhone`, `GitHub`, `I`, numbers: capitals within a word are not a matter of style. */
function hasOwnCase(word: string): boolean {
  return !/\p{L}/u.test(word[0] ?? '') || /\p{Lu}/u.test(word.slice(1)) || /^I(?:\P{L}|$)/u.test(word);
}

function startsUpper(word: string): boolean {
  return /^[\p{Lu}\p{Lt}]/u.test(word) || !/^\p{Ll}/u.test(word);
}
