import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this repository, with a slash at its end. */
export const repository = fileURLToPath(new URL('../../', import.meta.url));

/** A fenced block of a page. */
export interface CodeBlock {
  /** Path of the page, relative to the repository. */
  readonly page: string;
  /** Line of its opening fence, from 1. */
  readonly line: number;
  /** What stands behind the fence; empty for plain text. */
  readonly language: string;
  readonly text: string;
  /** What the HTML comment before it holds, such as the file that its text is from. */
  readonly comment: string | undefined;
}

/** The pages whose blocks readers copy: every README, the guides and CONTRIBUTING.md. */
export function listPages(): readonly string[] {
  const perFolder = ['packages', 'examples/src'].flatMap((folder) =>
    readdirSync(join(repository, folder))
      .map((name) => `${folder}/${name}/README.md`)
      .filter((page) => existsSync(join(repository, page))),
  );
  const guides = readdirSync(join(repository, 'docs/guides')).filter((name) => name.endsWith('.md'));
  return ['README.md', 'CONTRIBUTING.md', ...perFolder, ...guides.map((name) => `docs/guides/${name}`)];
}

/** Blocks of all pages in one of the languages. */
export function listBlocks(languages: readonly string[]): readonly CodeBlock[] {
  return listPages()
    .flatMap((page) => codeBlocksOf(page, readFileSync(join(repository, page), 'utf8')))
    .filter(({ language }) => languages.includes(language));
}

/** The blocks of a page in their order, without the indentation of their fences. */
export function codeBlocksOf(page: string, markdown: string): readonly CodeBlock[] {
  const fenced = /^(?<indent> *)(?<fence>`{3,}|~{3,})(?<language>\S*)[^\n]*\n(?<text>[\s\S]*?)^ *\k<fence>[ \t]*$/gmu;
  return [...markdown.matchAll(fenced)].map(({ index, groups = {} }) => {
    const before = markdown.slice(0, index);
    return {
      page,
      line: before.split('\n').length,
      language: groups['language'] ?? '',
      text: (groups['text'] ?? '').replaceAll(new RegExp(`^${groups['indent'] ?? ''}`, 'gmu'), ''),
      comment: /<!-- (.+) -->\s*$/u.exec(before)?.[1],
    };
  });
}
