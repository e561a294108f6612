import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { ContextSource } from '@lexichord/abstractions';

import { pick, type Random, seededRandom, wholeNumber } from '../seeded-random.js';
import { generatedCode, type GeneratedLanguage, sentence } from './generated-code.js';

/** A generated file. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** What a pack is measured with. */
export interface PackingWorkspace {
  readonly files: readonly GeneratedFile[];
  /** 100: of each kind some, of more text than {@link packedTokens} hold. */
  readonly sources: readonly ContextSource[];
}

/** What the default budget leaves of a window of 100,000 tokens. */
export const packedTokens = 90_000;

/** Tasks as people write them, about what the generated code is about. */
export const packingTasks: readonly [string, ...string[]] = [
  'why does the session expire before the token is renewed',
  'add a retry with a limit to the client that fetches invoices',
  'validatePayment rejects a payment whose customer has no address',
  'the index is rebuilt whenever a document is renamed',
  'remove the permission check from the export of reports',
  'explain how a worker picks the next job of the queue',
];

const fileCount = 90;
const openFiles = 10;
const wholeFiles = 35;
/** Excerpts beside another one of their file; they overlap or repeat it now and then. */
const secondExcerpts = 5;
const testOutputs = 5;
const languages: readonly GeneratedLanguage[] = ['typescript', 'python', 'typescript', 'python', 'markdown'];
const endings = { typescript: 'ts', python: 'py', markdown: 'md' };

/** The files and sources of a seed. Another seed has other texts in files with the same names. */
export function packingWorkspace(seed: number): PackingWorkspace {
  const random = seededRandom(seed);
  const files = Array.from({ length: fileCount }, (_unused, index) => generatedFile(index, random));
  const whole = files.slice(0, wholeFiles).map(({ path, text }, index): ContextSource => {
    return { sourceType: index < openFiles ? 'open-file' : 'reference', filePath: path, content: text };
  });
  const searched = [...files.slice(wholeFiles), ...files.slice(wholeFiles, wholeFiles + secondExcerpts)];
  const excerpts = searched.map((file) => excerptOf(file, random));
  const outputs = Array.from({ length: testOutputs }, (_unused, index) => testOutput(index, files, random));
  return { files, sources: [...whole, ...excerpts, ...outputs] };
}

/** Writes the files of a workspace over those of another seed. */
export async function writeFiles(folder: string, { files }: PackingWorkspace): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Makes the folder a git repository with all its files committed, because most workspaces are one. */
export function commitAll(folder: string): void {
  const git = (...parameters: readonly string[]): void => {
    execFileSync('git', [
      '-C',
      folder,
      '-c',
      'user.name=benchmark',
      '-c',
      'user.email=benchmark@localhost',
      ...parameters,
    ]);
  };
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--no-gpg-sign', '--message', 'All files');
}

function generatedFile(index: number, random: Random): GeneratedFile {
  const language = languages[index % languages.length] ?? 'typescript';
  const text = generatedCode(language, wholeNumber(random, 3_000, 14_000), random);
  return { path: `src/part-${index % 9}/file-${index}.${endings[language]}`, text };
}

/** Some of a file's lines, as a search finds them. */
function excerptOf({ path, text }: GeneratedFile, random: Random): ContextSource {
  const lines = text.split('\n');
  const startLine = wholeNumber(random, 1, Math.max(2, lines.length - 60));
  const endLine = Math.min(lines.length - 1, startLine + wholeNumber(random, 20, 120));
  return {
    sourceType: 'search-result',
    filePath: path,
    content: `${lines.slice(startLine - 1, endLine).join('\n')}\n`,
    lineRange: { startLine, endLine },
    relevanceScore: random(),
  };
}

/** What a failing test prints. */
function testOutput(index: number, files: readonly GeneratedFile[], random: Random): ContextSource {
  const frames = Array.from({ length: 40 }, () => {
    const { path } = files[wholeNumber(random, 0, files.length)] ?? { path: 'src/index.ts' };
    return `    at ${pick(random, ['run', 'step', 'check', 'await'])} (${path}:${wholeNumber(random, 1, 80)}:${wholeNumber(random, 1, 60)})`;
  });
  const content = `not ok ${index}: ${sentence(random)}\n${frames.join('\n')}\n`;
  return { sourceType: 'tool-result', filePath: `tool:test-${index}.log`, content };
}
