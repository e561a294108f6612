import { isAbsolute, relative } from 'node:path';

import {
  type CallOptions,
  type IEditorService,
  type IWorkspaceGuard,
  type PackTemplate,
  packTemplates,
} from '@lexichord/abstractions';
import { inputJudge, judgeInputPath, readInputFile } from '@lexichord/platform/internal';

/** What a template file is read with. */
export interface TemplateFiles {
  readonly editor: IEditorService;
  readonly guard: IWorkspaceGuard;
}

/**
 * The template that was asked for, else the configured one: the name of one that everybody has, or the path of a file.
 *
 * @param configured a relative path is one of the workspace; an absolute one, which the user has named, may lead anywhere
 * @throws {PathDeniedError} for a file whose name can hold secrets, and a file of the workspace that leads out of it
 * @throws {LexichordError} `not-found`, and what else reading a file throws
 */
export async function chooseTemplate(
  asked: PackTemplate | undefined,
  configured: string,
  { editor, guard, signal }: CallOptions & TemplateFiles,
): Promise<PackTemplate> {
  if (asked !== undefined) return asked;
  const isName = (packTemplates as readonly string[]).includes(configured);
  if (isName) return configured as (typeof packTemplates)[number];
  if (isOfWorkspace(configured, guard.root)) return { text: await editor.getContent(configured, { signal }) };
  const judge = inputJudge(configured, guard);
  await judgeInputPath(configured, judge);
  const label = `The template ${JSON.stringify(configured)} of context.formatting.template`;
  return { text: await readInputFile(configured, { label, judge }) };
}

function isOfWorkspace(path: string, root: string): boolean {
  if (!isAbsolute(path)) return true;
  const inside = relative(root, path);
  return !inside.startsWith('..') && !isAbsolute(inside);
}
