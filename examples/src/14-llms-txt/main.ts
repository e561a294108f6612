import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type ILexichordRuntime, IWorkspaceListing } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';

import { exampleWorkspace } from '../03-search-a-repository/main.js';

/** A page that a model may read. */
interface Page {
  readonly path: string;
  readonly title: string;
  /** The first paragraph on one line; empty when there is none. */
  readonly summary: string;
}

/**
 * The text of an `llms.txt` (https://llmstxt.org): what a project is, and a list of its pages for models. Files that git
 * ignores or the workspace denies are not in it.
 *
 * @param address that the paths of the pages are behind, with a slash at its end
 */
export async function describeForModels(lexichord: ILexichordRuntime, address: string): Promise<string> {
  const { name, description } = await lexichord.map({ budget: 0 });
  const links: string[] = [];
  for await (const { relativePath, language } of lexichord.resolve(IWorkspaceListing).list()) {
    if (language !== 'markdown') continue;
    const { path, title, summary } = await readPage(lexichord, relativePath);
    links.push(`- [${title}](${address}${encodeURI(path)})${summary && `: ${summary}`}`);
  }
  const quote = description === undefined ? [] : [`> ${description}`];
  return `${[`# ${name}`, ...quote, '## Docs', links.join('\n')].join('\n\n')}\n`;
}

async function readPage({ editor, structure }: ILexichordRuntime, path: string): Promise<Page> {
  const document = await editor.getDocument(path);
  const { title, blocks } = await structure.getStructure(document);
  const paragraph = blocks.find(({ kind }) => kind === 'paragraph');
  const text = paragraph === undefined ? '' : document.content.slice(paragraph.startOffset, paragraph.endOffset);
  return { path, title: title ?? path, summary: text.replaceAll(/\s+/gu, ' ').trim() };
}

/** Runs the example on a copy of a workspace and gives what it prints. */
export async function main(): Promise<string> {
  const workspaceRoot = await mkdtemp(join(tmpdir(), 'lexichord-example-'));
  await cp(exampleWorkspace, workspaceRoot, { recursive: true });
  const lexichord = await createRuntime({ workspaceRoot, configuration: { logging: { level: 'error' } } });
  try {
    return await describeForModels(lexichord, 'https://example.org/');
  } finally {
    await lexichord.dispose();
    await rm(workspaceRoot, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(await main());
