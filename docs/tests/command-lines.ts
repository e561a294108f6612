import type { CodeBlock } from './code-blocks.js';

/** One line for a shell, as the pages have them: a command, perhaps with one before it in a pipe or a file behind it. */
export interface CommandLine {
  readonly page: string;
  /** As the page has it, without its comment, on one line. */
  readonly text: string;
  readonly words: readonly string[];
  /** The command whose output is its input. */
  readonly pipedFrom: readonly string[] | undefined;
  /** The file that its output goes to. */
  readonly outputFile: string | undefined;
  /** The lines that the page shows of its output, without blank ones; `…` stands for lines that are left out. */
  readonly shownLines?: readonly string[] | undefined;
}

/** The languages whose blocks are commands. In a `console` block, they are the lines after `$ `. */
export const shellLanguages = ['bash', 'sh', 'shell', 'zsh', 'console'];

/** The commands of a block, in their order. */
export function commandLinesOf({ page, language, text }: CodeBlock): readonly CommandLine[] {
  const joined = text.replaceAll(/ *\\\n */gu, ' ');
  const parts = language === 'console' ? joined.split(/^\$ /mu).slice(1) : joined.split('\n');
  return parts
    .map((part) => part.split('\n'))
    .map(([line = '', ...shown]) => ({ text: withoutComment(line.replace(/^\$ /u, '')), shown }))
    .filter((part) => part.text !== '')
    .map((part) => ({
      page,
      text: part.text,
      ...parseCommand(part.text),
      shownLines:
        language === 'console' ? part.shown.map((line) => line.trimEnd()).filter((line) => line !== '') : undefined,
    }));
}

/** Parts that are quoted, or stand between blanks. */
const part = /"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"']+)/gu;

function withoutComment(line: string): string {
  const comment = [...line.matchAll(part)].find(({ groups }) => groups?.['bare']?.startsWith('#') === true);
  return line.slice(0, comment?.index).trim();
}

/** The command of a line whose placeholders, such as `<name>`, are replaced already. */
export function parseCommand(line: string): Pick<CommandLine, 'words' | 'pipedFrom' | 'outputFile'> {
  const words: string[] = [];
  let pipedFrom: readonly string[] | undefined;
  for (const { groups = {} } of line.matchAll(part)) {
    const word = groups['bare'] ?? groups['single'] ?? groups['double'] ?? '';
    if (groups['bare'] === '|') pipedFrom = words.splice(0);
    else words.push(word);
  }
  const redirection = words.indexOf('>');
  const outputFile = redirection < 0 ? undefined : words[redirection + 1];
  return { words: redirection < 0 ? words : words.slice(0, redirection), pipedFrom, outputFile };
}
