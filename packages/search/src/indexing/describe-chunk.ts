import type { Chunk } from '@lexichord/abstractions';

/** A path is worth so many mentions in the text. */
const pathRepetitions = 2;

/** A name that is defined there is worth so many mentions. */
const nameRepetitions = 3;

type Described = Pick<Chunk, 'filePath' | 'content' | 'enclosing' | 'definitions' | 'symbol'>;

/** All that a chunk is found by: its path, its names, its text. */
export function describedParts(chunk: Described): readonly [path: string, names: string, content: string] {
  return [chunk.filePath, namesOf(chunk), chunk.content];
}

/** The index words of a chunk's parts, each joined by spaces. */
export interface PartWords {
  readonly path: string;
  readonly names: string;
  readonly content: string;
}

/**
 * The words under which a chunk is found, joined by spaces: those of its text, and with more weight those of its path
 * and its names.
 */
export function joinedWords({ path, names, content }: PartWords): string {
  return [content, ...repeated(path, pathRepetitions), ...repeated(names, nameRepetitions)]
    .filter((words) => words !== '')
    .join(' ');
}

/** What is embedded: the place and the names first, because a provider may cut the end. */
export function textToEmbed(chunk: Described, maxChars: number): string {
  const [path, names, content] = describedParts(chunk);
  return `${path.replaceAll(/[/.]/gu, ' ')}\n${names}\n${content}`.slice(0, maxChars);
}

function namesOf({ enclosing, definitions, symbol }: Described): string {
  return [
    ...new Set([...enclosing, ...(symbol === undefined ? [] : [symbol]), ...definitions.map(({ name }) => name)]),
  ].join(' ');
}

function repeated(words: string, times: number): readonly string[] {
  return Array.from({ length: times }, () => words);
}
