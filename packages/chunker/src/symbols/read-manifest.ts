import type { FileExport, FileImport, FileSymbols } from '@lexichord/abstractions';
import { isRecord, parseJson } from '@lexichord/platform/internal';

/** Maximum number of names of a manifest; more are left out. */
const maxNames = 500;

/** Maximum nesting of conditions in a package's exports. */
const maxDepth = 8;

const readers: readonly (readonly [name: RegExp, read: (content: string) => Partial<FileSymbols> | undefined])[] = [
  [/^package\.json$/u, readPackage],
  [/^[jt]sconfig(?:\.[\w-]+)?\.json$/u, readTypeScriptConfiguration],
  [/^go\.mod$/u, (content) => ({ package: /^module\s+"?([^\s"]+)/mu.exec(content)?.[1] })],
  [/^Cargo\.toml$/u, (content) => ({ package: /^\[package\][^[]*?^name\s*=\s*"([^"\n]+)"/mu.exec(content)?.[1] })],
];

/**
 * Module names of a manifest: the name of a package with its entry points as exports, or path mappings as imports.
 * `undefined` for other files.
 */
export function readManifest(filePath: string, content: string): FileSymbols | undefined {
  const name = filePath.slice(filePath.lastIndexOf('/') + 1);
  const read = readers.find(([pattern]) => pattern.test(name))?.[1];
  const found = read?.(content);
  return found === undefined ? undefined : { definitions: [], imports: [], exports: [], uses: [], ...found };
}

function readPackage(content: string): Partial<FileSymbols> | undefined {
  const manifest = parseMapping(content);
  if (manifest === undefined) return undefined;
  const { name, exports } = manifest;
  const found: FileExport[] = [];
  const add = (exported: string, value: unknown, depth: number): void => {
    if (typeof value === 'string') found.push({ exported, local: value });
    else if (isRecord(value) && depth < maxDepth) {
      for (const [key, inner] of Object.entries(value)) {
        // Keys with a point are entry points, others are conditions.
        add(depth === 0 && key.startsWith('.') ? key : exported, inner, depth + 1);
      }
    }
  };
  add('.', exports, 0);
  for (const key of ['source', 'types', 'module', 'main']) add('.', manifest[key], maxDepth);
  return { package: typeof name === 'string' ? name : undefined, exports: found.slice(0, maxNames) };
}

function readTypeScriptConfiguration(content: string): Partial<FileSymbols> | undefined {
  const options = parseMapping(withoutComments(content))?.['compilerOptions'];
  if (!isRecord(options)) return undefined;
  const { baseUrl, paths } = options;
  const isBased = typeof baseUrl === 'string';
  const imports = readPaths(isRecord(paths) ? paths : {}, isBased ? baseUrl : '.');
  if (isBased) imports.push({ local: '*', imported: '*', module: baseUrl });
  return imports.length === 0 ? undefined : { imports: imports.slice(0, maxNames) };
}

function readPaths(paths: Readonly<Record<string, unknown>>, module: string): FileImport[] {
  return Object.entries(paths).flatMap(([local, targets]) => {
    const imported = Array.isArray(targets) ? targets.filter((target) => typeof target === 'string') : [];
    return imported.map((target) => ({ local, imported: target, module }));
  });
}

/**
 * Removes comments, and commas before closing brackets, which such files may have. An unclosed string extends to the
 * end of its line: otherwise each quote in it would start another search.
 */
function withoutComments(content: string): string {
  return content
    .replace(/("(?:[^"\\\n]|\\.)*"?)|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/gu, (_, text: string | undefined) => text ?? ' ')
    .replace(/("(?:[^"\\\n]|\\.)*"?)|,(?=\s*[}\]])/gu, (_, text: string | undefined) => text ?? '');
}

/** A manifest that is being edited names nothing. */
function parseMapping(content: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(content);
  return isRecord(value) ? value : undefined;
}
