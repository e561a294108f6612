import { type CallOptions, type IEditorService, isLexichordError } from '@lexichord/abstractions';
import { parseJson } from '@lexichord/platform/internal';
import { z } from 'zod';

/** Facts from a repository's manifests. */
export interface Manifest {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Entry points of a program or library, relative to the root. */
  readonly entries: readonly string[];
}

/** Maximum length of a manifest that is read, in UTF-16 units: names and descriptions come first. */
const maxManifestLength = 100_000;

/** By the name of a file in the root, in the order of precedence. */
const readers: ReadonlyMap<string, (text: string) => Partial<Manifest>> = new Map([
  ['package.json', readPackageJson],
  ['Cargo.toml', (text: string) => readToml(text, ['package', 'workspace.package'])],
  ['pyproject.toml', (text: string) => readToml(text, ['project', 'tool.poetry'])],
  ['go.mod', readGoModule],
]);

/** Reads the manifests in the root of a workspace: fields that the first lacks may come from the next. */
export async function readManifests(
  paths: ReadonlySet<string>,
  editor: IEditorService,
  options: CallOptions,
): Promise<Manifest> {
  let found: Manifest = { entries: [] };
  for (const [path, read] of readers) {
    if (!paths.has(path)) continue;
    const { name, description, entries = [] } = read((await readText(path, editor, options)) ?? '');
    found = {
      name: found.name ?? nonEmpty(name),
      description: found.description ?? nonEmpty(description),
      entries: [...found.entries, ...entries],
    };
  }
  return found;
}

/** Reads the text of a file; returns `undefined` if it cannot be read. */
export async function readText(
  path: string,
  editor: IEditorService,
  options: CallOptions,
): Promise<string | undefined> {
  try {
    return await editor.getContent(path, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (isLexichordError(error)) return undefined;
    throw error;
  }
}

const packageSchema = z.object({
  name: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  main: z.string().optional().catch(undefined),
  module: z.string().optional().catch(undefined),
  bin: z
    .union([z.string(), z.record(z.string(), z.string())])
    .optional()
    .catch(undefined),
});

function readPackageJson(text: string): Partial<Manifest> {
  const { name, description, main, module, bin } = packageSchema.catch({}).parse(parseJson(text));
  const bins = typeof bin === 'string' ? [bin] : Object.values(bin ?? {});
  return { name, description, entries: [main, module, ...bins].flatMap((path) => path?.replace(/^\.\//u, '') ?? []) };
}

const tomlHeader = /^\s*\[\s*([\w.-]+)\s*\]\s*(?:#.*)?$/u;
const tomlText = /^\s*(name|description)\s*=\s*(?:"((?:[^"\\]|\\.)+)"|'([^']+)')\s*(?:#.*)?$/u;

/** Reads values on a single line, as nearly all are. @param sections sections that may have the values */
function readToml(text: string, sections: readonly string[]): Partial<Manifest> {
  const texts = new Map<string, string>();
  let isAsked = false;
  for (const line of text.slice(0, maxManifestLength).split(/\r?\n/u)) {
    if (/^\s*\[/u.test(line)) isAsked = sections.includes(tomlHeader.exec(line)?.[1] ?? '');
    else if (isAsked) addTomlText(line, texts);
  }
  return { name: texts.get('name'), description: texts.get('description') };
}

/** The first value of a key counts. */
function addTomlText(line: string, texts: Map<string, string>): void {
  const found = tomlText.exec(line);
  if (found === null) return;
  const [, key = '', basic = '', literal] = found;
  if (!texts.has(key)) texts.set(key, literal ?? unescaped(basic));
}

/** Escapes in a basic string of TOML are nearly always those of JSON. */
function unescaped(basic: string): string {
  const text = parseJson(`"${basic}"`);
  return typeof text === 'string' ? text : basic;
}

function readGoModule(text: string): Partial<Manifest> {
  const name = /^module[ \t]+"?(?<path>[^\s"]+)"?/mu.exec(text.slice(0, maxManifestLength))?.groups?.['path'];
  return { name };
}

function nonEmpty(text: string | undefined): string | undefined {
  return text?.trim() === '' ? undefined : text;
}
