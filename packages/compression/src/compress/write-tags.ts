import type { ConversationMessage } from '@lexichord/abstractions';

import type { Sentence } from '../language/sentence-reader.js';
import { type WordRarity, termsOf } from '../language/word-rarity.js';
import { headOf, nameOf } from '../render/turn-lines.js';
import { scoreQueue } from './score-queue.js';
import { dayText } from './statement-lines.js';
import { type Tag, tagCandidates } from './tag-candidates.js';

/** Input of the tag line. */
export interface TagSource {
  readonly messages: readonly ConversationMessage[];
  readonly sentences: readonly Sentence[];
  readonly rarity: WordRarity;
  readonly countTokens: (text: string) => number;
}

const separator = ', ';

/** Maximum share of the line for dates and speakers; the tags need the rest. */
const headShare = 0.5;

/** Maximum number of speakers in the line. */
const maxSpeakers = 4;

/** Minimum rarity of a tag's words: frequent ones have little meaning without a sentence. */
const minRarity = 0.2;

/** A tag's score grows with its number of occurrences to this power. */
const countPower = 0.25;

/** A tag's score is divided by its length to this power. */
const lengthPower = 0.7;

/** Writes dates, speakers and the best tags that fit, on one line. */
export function writeTags(source: TagSource, maxTokens: number): string {
  const { countTokens } = source;
  const head = headWithin(maxTokens * headShare, source);
  const tags = [...tagsWithin(source, maxTokens - countTokens(`${head} · `))];
  const line = (): string => [head, tags.join(separator)].filter((part) => part !== '').join(' · ');
  while (tags.length > 1 && countTokens(line()) > maxTokens) tags.pop();
  return line();
}

/** Dates and speakers, if they fit. */
function headWithin(maxTokens: number, { messages, countTokens }: TagSource): string {
  let head = '';
  for (const part of [daysOf(messages), speakersOf(messages)]) {
    const longer = head === '' ? part : `${head} · ${part}`;
    if (part !== '' && countTokens(longer) <= maxTokens) head = longer;
  }
  return head;
}

function daysOf(messages: readonly ConversationMessage[]): string {
  const times = messages.flatMap(({ timestampMs }) => timestampMs ?? []);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return '';
  const [from, to] = [dayText(first), dayText(last)];
  if (from === to) return from;
  return `${from}–${from.slice(0, 5) === to.slice(0, 5) ? to.slice(5) : to}`;
}

/** Names of the speakers. */
function speakersOf(messages: readonly ConversationMessage[]): string {
  const named = messages.filter(({ speaker }) => (speaker ?? '').trim() !== '');
  return [...new Set(named.map((message) => headOf(message)))].slice(0, maxSpeakers).join(separator);
}

/** Selects tags greedily by the weight of terms that earlier tags do not have, relative to their length. */
function tagsWithin({ sentences, messages, rarity, countTokens }: TagSource, maxTokens: number): readonly string[] {
  const nameTerms = new Set([...new Set(messages.map((message) => nameOf(message)))].flatMap((name) => termsOf(name)));
  const candidates = tagCandidates(sentences, messages, rarity);
  const counts = new Map<string, number>();
  for (const { terms } of sentences) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const worthOf = (term: string): number => {
    const rare = nameTerms.has(term) ? 0 : rarity.of(term);
    return rare < minRarity ? 0 : rare * Math.sqrt(counts.get(term) ?? 1);
  };
  const score = ({ terms, text, count }: Tag): number => {
    const worth = terms.reduce((sum, term) => sum + worthOf(term), 0);
    // Length approximates tokens here: exact counts are computed for selected tags only.
    return (worth * count ** countPower) / (1 + text.length / 5) ** lengthPower;
  };

  const queue = scoreQueue(candidates.map((tag, index) => ({ index, score: score(tag) })));
  const chosen: string[] = [];
  let left = maxTokens;
  for (let next = queue.pop(); next !== undefined && left > 1; next = queue.pop()) {
    const { index } = next;
    const tag = candidates[index];
    if (tag === undefined) continue;
    const now = score(tag);
    if (now <= 0) continue;
    if (now < (queue.peek()?.score ?? 0)) {
      queue.push({ index, score: now });
      continue;
    }
    const cost = countTokens(`${separator}${tag.text}`);
    if (cost > left) continue;
    chosen.push(tag.text);
    left -= cost;
    for (const term of tag.terms) nameTerms.add(term);
  }
  return chosen;
}
