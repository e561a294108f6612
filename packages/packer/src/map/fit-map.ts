import type { MappedDefinition } from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { RepositoryDescription } from './describe-repository.js';

/** The parts of a map, most central definitions first. */
export interface MapParts {
  readonly about: RepositoryDescription;
  readonly definitions: readonly MappedDefinition[];
}

/** A map within its budget. */
export interface FittedMap {
  readonly text: string;
  readonly totalTokens: number;
  /** The included definitions, a prefix of the given ones. */
  readonly definitions: readonly MappedDefinition[];
}

/** Maximum number of languages and of folders in the text. */
const maxNamed = 8;

/**
 * Fits the maximum number of the most central definitions into the budget. If not even the head fits, it is shortened
 * from its end; if no line fits, the text is empty.
 */
export function fitMap(
  { about, definitions }: MapParts,
  budgetTokens: number,
  countTokens: (text: string) => number,
): FittedMap {
  const head = headOf(about);
  const withDefinitions = (count: number): string => render(head, definitions.slice(0, count));
  const fits = (text: string): boolean => countTokens(text) <= budgetTokens;
  const count = maxCountThat((number) => fits(withDefinitions(number)), definitions.length);
  const lines =
    count > 0 ? head.length : maxCountThat((number) => fits(render(head.slice(0, number), [])), head.length);
  const text = count > 0 ? withDefinitions(count) : render(head.slice(0, lines), []);
  return { text, totalTokens: countTokens(text), definitions: definitions.slice(0, count) };
}

function headOf({
  name,
  description,
  fileCount,
  languages,
  folders,
  entryPoints,
}: RepositoryDescription): readonly string[] {
  const shares = languages.slice(0, maxNamed).map(({ language, files }) => `${language} ${files}`);
  const folderCounts = folders.slice(0, maxNamed).map(({ path, files }) => `${toTerminalLine(path)}/ ${files}`);
  return [
    `# ${toTerminalLine(name)}\n`,
    ...(description === undefined || description === '' ? [] : [`\n${toTerminalLine(withoutMarks(description))}\n`]),
    `\n${fileCount === 0 ? 'No files' : `${fileCount} files: ${shares.join(', ')}`}\n`,
    ...(folderCounts.length === 0 ? [] : [`Folders: ${folderCounts.join(', ')}\n`]),
    ...(entryPoints.length === 0 ? [] : [`Entry points: ${entryPoints.map(toTerminalLine).join(', ')}\n`]),
  ];
}

/** Removes marks of headings, fences and list items at the beginning, which would look like the map's own. */
function withoutMarks(description: string): string {
  return description.replace(/^[\s#>=~`*+-]+/u, '');
}

/** Files in the order of their most central definition, definitions by line. */
function render(head: readonly string[], definitions: readonly MappedDefinition[]): string {
  const files = groupBy(definitions, ({ filePath }) => filePath);
  const sections = [...files].map(([filePath, members]) => {
    const names = new Set(members.map(({ name }) => name));
    const lines = members.toSorted((a, b) => a.startLine - b.startLine).map((member) => lineOf(member, names));
    return `\n${toTerminalLine(filePath)}\n${lines.join('')}`;
  });
  const title = sections.length === 0 ? '' : '\n## Central definitions\n';
  return `${head.join('')}${title}${sections.join('')}`;
}

/** A method is listed below its class; if the map lacks the class, with its name. */
function lineOf({ kind, startLine, enclosing, signature }: MappedDefinition, names: ReadonlySet<string>): string {
  const shown = toTerminalLine(signature);
  const owner = kind === 'method' ? enclosing.at(-1) : undefined;
  if (owner === undefined) return `  ${startLine}: ${shown}\n`;
  return names.has(owner) ? `    ${startLine}: ${shown}\n` : `  ${startLine}: ${toTerminalLine(owner)} › ${shown}\n`;
}

/** Largest number up to a limit that passes, by binary search: a text with more lines nearly always has more tokens. */
function maxCountThat(passes: (count: number) => boolean, limit: number): number {
  let [low, high] = [0, limit];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
