import { isAbsolute } from 'node:path';

import {
  type CallOptions,
  type IEditorService,
  type IWorkspaceGuard,
  type PackTemplate,
  packTemplates,
} from '@lexichord/abstractions';
import {
  inputJudge,
  judgeInputPath,
  readInputFile,
  readTextTemplate,
  relativeInside,
} from '@lexichord/platform/internal';

import { markdownTemplate } from './built-in-templates.js';
import { gapBetween, type PackedFile, type PackedParts, shownPath } from './packed-file.js';
import { rangeNotes } from './range-notes.js';
import { type FreeTemplate, renderParts } from './template.js';

/** Variables of a custom template. */
const names = {
  topLevel: ['context', 'files', 'outline', 'task'],
  inSections: ['path', 'language', 'ranges', 'startLine', 'endLine', 'content', 'notes', 'gap', 'handle', 'text'],
} as const;

/** A custom template, with its warnings. */
export interface CustomTemplate extends FreeTemplate {
  /** Unknown variables, in the order of the text. */
  readonly unknownNames: readonly string[];
  /** Whether the text contains the packed lines. */
  readonly showsContent: boolean;
}

/**
 * Reads a Mustache template: `{{context}}` is the Markdown of everything, `{{#files}}` iterates over the files.
 *
 * @throws {LexichordError} `invalid-argument` if it cannot be read
 */
export function customTemplate(text: string, task: string): CustomTemplate {
  const template = readTextTemplate(text, names);
  const render = (parts: PackedParts): string => template.fill(viewOf(parts, task));
  const showsIn = (partsWith: (content: string) => PackedParts): boolean =>
    template.shows((content) => ['task', ''].map((trial) => viewOf(partsWith(content), trial)));
  return {
    ...{ kind: 'free', render, unknownNames: template.unknownNames },
    showsContent: showsIn((content) => ({ files: trialFiles(content), outline: [] })),
    showsOutline: showsIn((handle) => ({ files: trialFiles(''), outline: [{ id: handle, content: '' }] })),
  };
}

function viewOf(parts: PackedParts, task: string): object {
  return {
    ...{ task, context: renderParts(parts, markdownTemplate), files: parts.files.map(fileViewOf) },
    outline: parts.outline.map(({ id, content }) => ({ handle: id, text: content })),
  };
}

/** Creates a file with a gap and without notes, to test the sections of both. */
function trialFiles(content: string): readonly PackedFile[] {
  const range = { content, language: 'plaintext', chunks: [], tokenCount: undefined };
  const ranges = [1, 3].map((line) => ({ ...range, startLine: line, endLine: line }));
  return [{ filePath: 'trial.txt', language: 'plaintext', ranges }];
}

function fileViewOf({ filePath, language, ranges }: PackedFile): object {
  return {
    path: shownPath(filePath),
    language,
    ranges: ranges.map((range, index) => {
      const previous = ranges[index - 1];
      const { startLine, endLine, content } = range;
      const gap = previous === undefined ? undefined : gapBetween(previous, range);
      return { startLine, endLine, content, notes: rangeNotes(range).join(', '), gap };
    }),
  };
}

/** Services for reading a template file. */
interface TemplateFiles {
  readonly editor: IEditorService;
  readonly guard: IWorkspaceGuard;
}

/**
 * Returns the requested template, otherwise the configured one: the name of a built-in one, or the text of a file.
 *
 * @param configured a relative path is inside the workspace; an absolute one, given by the user, may be anywhere
 * @throws {PathDeniedError} for a file whose name can hold secrets, and a file of the workspace that leads out of it
 * @throws {LexichordError} `not-found`, and the other errors of reading a file
 */
export async function chooseTemplate(
  requested: PackTemplate | undefined,
  configured: string,
  { editor, guard, signal }: CallOptions & TemplateFiles,
): Promise<PackTemplate> {
  if (requested !== undefined) return requested;
  const isName = (packTemplates as readonly string[]).includes(configured);
  if (isName) return configured as (typeof packTemplates)[number];
  if (isOfWorkspace(configured, guard.root)) return { text: await editor.getContent(configured, { signal }) };
  const judge = inputJudge(configured, guard);
  await judgeInputPath(configured, judge);
  const label = `The template ${JSON.stringify(configured)} of context.formatting.template`;
  return { text: await readInputFile(configured, { label, judge }) };
}

function isOfWorkspace(path: string, root: string): boolean {
  return !isAbsolute(path) || relativeInside(root, path) !== undefined;
}
