import { splitIdentifier } from '@lexichord/text-index/internal';

import type { RepositoryText } from '../peers/repository-texts.js';
import { type Random, pick, seededRandom, shuffled } from '../seeded-random.js';

/** Names of a repository, and names that nothing in it has. */
export interface MadeNames {
  readonly present: readonly string[];
  readonly absent: readonly string[];
}

/** How many of each are wanted. Fewer are given where a repository has too few names. */
export interface NameCounts {
  readonly present: number;
  readonly absent: number;
}

/** Shorter names are in too many others, and longer ones are data. */
const [minNameLength, maxNameLength] = [3, 60];

/** A part of a name that is turned into another one has letters enough to be told from its neighbours. */
const minPartLength = 4;

/** A longer line is minified or data: the index leaves it out, and knows none of its names. In UTF-16 units. */
const maxLineLength = 2_000;

/** So often a name is made for each one that is wanted, because some occur after all. */
const maxTriesPerName = 50;

const identifier = /[A-Za-z_$][\w$]*/gu;

/**
 * Draws names, and makes others out of their parts: with a part of another name, with two letters exchanged, with the
 * parts in another order, and single words with two letters exchanged. The same texts and seed give the same names.
 *
 * @param named texts that names are drawn from
 * @param all texts and paths in none of which, whatever the case of letters, an absent name occurs
 */
export function makeNames(
  named: readonly RepositoryText[],
  all: readonly RepositoryText[],
  { present, absent, seed }: NameCounts & { readonly seed: number },
): MadeNames {
  const random = seededRandom(seed);
  const names = shuffled(random, namesIn(named));
  const joined = names.filter((name) => splitIdentifier(name).length > 1);
  // Half of them are of several words: those are judged in every form of a question.
  const drawn = new Set([...joined.slice(0, Math.ceil(present / 2)), ...names]);
  return {
    present: [...drawn].slice(0, present),
    absent: makeAbsent(joined, {
      count: absent,
      haystack: all.map(({ path, text }) => keyOf(`${path}\n${text}`)),
      random,
    }),
  };
}

/** In the order of their letters. */
function namesIn(texts: readonly RepositoryText[]): readonly string[] {
  const lines = texts.flatMap(({ text }) => text.split('\n')).filter(({ length }) => length <= maxLineLength);
  const names = new Set(lines.flatMap((line) => line.match(identifier) ?? []));
  return [...names].filter(isLikeName).sort();
}

function isLikeName(name: string): boolean {
  return name.length >= minNameLength && name.length <= maxNameLength && /[a-z]/iu.test(name);
}

/** What forms of a name have in common: `parseHeader`, `parse_header` and `$parseHeader` are one. */
function keyOf(text: string): string {
  return text.toLowerCase().replaceAll(/[-_$]/gu, '');
}

interface AbsentSetup {
  readonly count: number;
  readonly haystack: readonly string[];
  readonly random: Random;
}

function makeAbsent(joined: readonly string[], { count, haystack, random }: AbsentSetup): readonly string[] {
  const [first, ...others] = joined;
  const made = new Map<string, string>();
  if (first === undefined) return [];
  for (let turn = 0; made.size < count && turn < count * maxTriesPerName; turn += 1) {
    const make = makers[turn % makers.length] ?? withForeignPart;
    const name = make(pick(random, [first, ...others]), pick(random, [first, ...others]), random);
    const key = keyOf(name);
    if (!made.has(key) && !haystack.some((text) => text.includes(key))) made.set(key, name);
  }
  return [...made.values()];
}

type Maker = (name: string, other: string, random: Random) => string;

const makers: readonly Maker[] = [withForeignPart, withExchangedLetters, inAnotherOrder, singleWord];

function withForeignPart(name: string, other: string): string {
  const [parts, foreign] = [splitIdentifier(name), splitIdentifier(other)];
  return joinLike(name, [...parts.slice(0, -1), foreign[0] ?? '', parts.at(-1) ?? '']);
}

function withExchangedLetters(name: string, _other: string, random: Random): string {
  const parts = splitIdentifier(name);
  const longest = parts.toSorted((a, b) => b.length - a.length)[0] ?? '';
  return joinLike(
    name,
    parts.map((part) => (part === longest ? exchanged(part, random) : part)),
  );
}

function inAnotherOrder(name: string): string {
  return joinLike(name, splitIdentifier(name).toReversed());
}

function singleWord(name: string, _other: string, random: Random): string {
  const parts = splitIdentifier(name).filter((part) => part.length >= minPartLength && /^[a-z]+$/iu.test(part));
  return exchanged((parts[0] ?? name).toLowerCase(), random);
}

/** Two neighbouring letters, not the first one, in each other's place. */
function exchanged(part: string, random: Random): string {
  const at = 1 + Math.floor(random() * Math.max(1, part.length - 2));
  return `${part.slice(0, at)}${part[at + 1] ?? ''}${part[at] ?? ''}${part.slice(at + 2)}`;
}

/** Parts as one name, written as another name is. */
function joinLike(name: string, parts: readonly string[]): string {
  const words = parts.filter((part) => part !== '').map((part) => part.toLowerCase());
  if (/^[^a-z]+$/u.test(name)) return words.join('_').toUpperCase();
  if (name.slice(1).includes('_')) return words.join('_');
  const isPascal = /^[A-Z]/u.test(name);
  return words.map((word, index) => (index > 0 || isPascal ? capitalized(word) : word)).join('');
}

function capitalized(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
