import { type WordHashes, findFileReferences, hasWord, rawWords } from '@lexichord/text-index/internal';

import type { Candidate, Candidates } from './segments/shown-context.js';
import { capitalMark } from './segments/search-words.js';

/** A specific name, number, file or quotation in an answer. */
interface Detail {
  /** Words that must occur together, as spelled by `searchWords`. */
  readonly words: readonly string[];
  /** How specific the detail is. */
  readonly weight: number;
}

/** Limits of the search in one answer: number of details, and UTF-16 units that are read. */
const maxDetails = 200;
const maxReadLength = 64 * 1024;

const maxQuotationLength = 8;

const quotations = /"[^"\n]{2,200}"|“[^”\n]{2,200}”|«[^»\n]{2,200}»|`[^`\n]{2,200}`/gu;
const numbers = /(?<![\p{L}\p{N}_.,:/-])\d(?:[\d.,:/-]{0,30}\d)?(?![\p{L}\p{N}_])/gu;
const identifiers = /(?<![\w$])(?:[a-z]{1,40}[A-Z]\w{0,80}|[A-Za-z]\w{0,40}_\w{1,80}|[A-Z]{1,20}-\d{1,10})(?![\w$])/gu;
const names =
  /(?<=[\p{L}\p{N},;:)][ \t\u00A0]{1,3}|[(])\p{Lu}[\p{L}\p{M}]{2,40}(?:['’-][\p{L}\p{M}]{1,40}){0,3}(?![\p{L}\p{N}_-])/gu;

/** Capitalised words that are not specific to a conversation. */
const ordinaryNames = new Set(
  (
    'english german french spanish italian monday tuesday wednesday thursday friday saturday sunday january february march ' +
    'april june july august september october november december the this that there here yes you your please sorry'
  ).split(' '),
);

/** Finds names, numbers, files, quotations and identifiers of an answer, each once. Linear in its length. */
export function findDetails(answer: string): readonly Detail[] {
  const text = answer.slice(0, maxReadLength);
  const found = new Map<string, Detail>();
  const add = (words: readonly string[], weight: number): void => {
    const key = words.join(' ');
    const known = found.get(key);
    if (key === '' || found.size >= maxDetails || (known !== undefined && known.weight >= weight)) return;
    found.set(key, { words, weight });
  };
  for (const { path } of findFileReferences(text)) add([path.toLowerCase()], 3);
  for (const [quotation] of text.matchAll(quotations)) {
    const words = [...rawWords(quotation)].map(toSmall);
    if (words.length <= maxQuotationLength) add(words, words.length > 1 ? 3 : 1.5);
  }
  for (const [identifier] of text.matchAll(identifiers)) add([toSmall(identifier)], 2.5);
  for (const [number] of text.matchAll(numbers)) add([number], numberWeight(number));
  for (const [name] of text.matchAll(names)) {
    addName(name.replace(/['’]s$/u, ''), add);
  }
  return [...found.values()];
}

/** Half of a name's weight is for the capitalised spelling, because in lower case it may be any word. */
function addName(name: string, add: (words: readonly string[], weight: number) => void): void {
  const words = [...rawWords(name)];
  const isOrdinary = ordinaryNames.has(toSmall(name));
  add(words.map(toSmall), isOrdinary ? 0.3 : 1);
  add(words.map(capitalMark), isOrdinary ? 0.3 : 1);
}

/** Small numbers weigh little, because they are frequent. */
function numberWeight(number: string): number {
  const digits = number.replaceAll(/\D/gu, '').length;
  if (digits === 1) return 0.2;
  return digits === 2 ? 0.7 : 2;
}

function toSmall(word: string): string {
  return word.toLowerCase();
}

/** A segment, and the details of an answer that it has and the context lacks. */
export interface DetailedCandidate {
  readonly candidate: Candidate;
  readonly details: readonly Detail[];
}

/** Minimum score of a segment: about one name, file or longer number that no other segment has. */
const minScore = 1.2;

const minRelativeScore = 0.75;
const maxSegments = 3;

/** A detail in more segments than this, and in more than this share of them, is not specific. */
const maxHolders = 3;
const maxShare = 0.2;

/**
 * Finds segments with details of an answer that the context lacks, the likeliest first (COMP-06 §5).
 *
 * @param context hashes of all words in the context
 */
export function missingDetails(
  details: readonly Detail[],
  candidates: Candidates,
  context: WordHashes,
): readonly DetailedCandidate[] {
  const found = new Map<Candidate, { score: number; details: Detail[] }>();
  for (const detail of details) {
    if (holds(context, detail)) continue;
    const holders = candidates.all.filter(({ words }) => holds(words, detail)).length;
    const open = candidates.open.filter(({ words }) => holds(words, detail));
    // A segment with the detail is shown in full.
    if (holders === 0 || open.length < holders) continue;
    if (holders > maxHolders && holders > candidates.all.length * maxShare) continue;
    for (const candidate of open) {
      const known = found.get(candidate) ?? { score: 0, details: [] };
      known.score += detail.weight / Math.sqrt(holders);
      known.details.push(detail);
      found.set(candidate, known);
    }
  }
  const ranked = [...found].sort(([a, x], [z, y]) => y.score - x.score || z.number - a.number);
  const best = ranked[0]?.[1].score ?? 0;
  return ranked
    .filter(([, { score }]) => score >= minScore && score >= best * minRelativeScore)
    .slice(0, maxSegments)
    .map(([candidate, one]) => ({ candidate, details: one.details }));
}

/** Whether the words contain all words of a detail. */
export function holds(words: WordHashes, detail: Detail): boolean {
  return detail.words.every((word) => hasWord(words, word));
}
