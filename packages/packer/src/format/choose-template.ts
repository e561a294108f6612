import { type CallOptions, type IEditorService, type PackTemplate, packTemplates } from '@lexichord/abstractions';

/**
 * The template that was asked for, else the configured one: the name of one that everybody has, or the path of a file
 * in the workspace.
 *
 * @throws what the editor throws for that file
 */
export async function chooseTemplate(
  asked: PackTemplate | undefined,
  configured: string,
  { editor, signal }: CallOptions & { readonly editor: IEditorService },
): Promise<PackTemplate> {
  if (asked !== undefined) return asked;
  const isName = (packTemplates as readonly string[]).includes(configured);
  if (isName) return configured as (typeof packTemplates)[number];
  return { text: await editor.getContent(configured, { signal }) };
}
