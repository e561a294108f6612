import {
  type CallOptions,
  type IEditorService,
  type IWorkspaceListing,
  type LanguageShare,
  isLexichordError,
} from '@lexichord/abstractions';
import { z } from 'zod';

/** What a repository is, without its definitions. */
export interface RepositoryDescription {
  readonly name: string;
  readonly description?: string | undefined;
  readonly fileCount: number;
  readonly languages: readonly LanguageShare[];
  /** Folders of the root with the files in and below them, most files first. */
  readonly folders: readonly { readonly path: string; readonly files: number }[];
  readonly entryPoints: readonly string[];
}

/** What describing needs. */
export interface DescribeContext extends CallOptions {
  readonly listing: IWorkspaceListing;
  readonly editor: IEditorService;
  /** Name of the workspace's folder. */
  readonly folderName: string;
  readonly onWarning: (warning: string) => void;
}

/** More entry points than these are a convention of names rather than entry points. */
const maxEntryPoints = 12;

/** Files that begin a program or a library by convention, in the root, in `src` or one folder further down. */
const conventionalEntry =
  /^(?:[^/]+\/){0,3}(?:main\.(?:go|rs|py|[cm]?[jt]s|c|cc|cpp|java|kt|swift)|(?:src\/)?lib\.rs|__main__\.py|(?:src\/)?index\.[cm]?[jt]sx?|Program\.cs|Main\.java|cli\.[cm]?[jt]s)$/u;

/** Folders whose entry points are not those of the repository. */
const asideFolder =
  /(?:^|\/)(?:tests?|__tests__|spec|examples?|samples?|demos?|docs?|bench(?:marks?)?|fixtures?|vendor)\//u;

const manifestSchema = z.object({
  name: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  main: z.string().optional().catch(undefined),
  module: z.string().optional().catch(undefined),
  bin: z
    .union([z.string(), z.record(z.string(), z.string())])
    .optional()
    .catch(undefined),
});
type Manifest = z.output<typeof manifestSchema>;

/** Counts the files of a workspace, and reads what its `package.json` says. */
export async function describeRepository({
  listing,
  editor,
  folderName,
  onWarning,
  signal,
}: DescribeContext): Promise<RepositoryDescription> {
  const languages = new Map<string, number>();
  const folders = new Map<string, number>();
  const paths = new Set<string>();
  for await (const { relativePath, language } of listing.list({ signal, onWarning })) {
    paths.add(relativePath);
    languages.set(language, (languages.get(language) ?? 0) + 1);
    const [folder, ...rest] = relativePath.split('/');
    if (folder !== undefined && rest.length > 0) folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const manifest = paths.has('package.json') ? await readManifest(editor, { signal }) : {};
  return {
    name: manifest.name ?? folderName,
    description: manifest.description,
    fileCount: paths.size,
    languages: mostFirst(languages).map(([language, files]) => ({ language, files })),
    folders: mostFirst(folders).map(([path, files]) => ({ path, files })),
    entryPoints: entryPointsOf({ ...manifest, name: manifest.name ?? folderName }, paths),
  };
}

/** A manifest that cannot be read says nothing. */
async function readManifest(editor: IEditorService, options: CallOptions): Promise<Manifest> {
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(await editor.getContent('package.json', options)));
    return parsed.success ? parsed.data : {};
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof SyntaxError || isLexichordError(error)) return {};
    throw error;
  }
}

/** Those that the manifest names and that exist, then those by convention, nearest to the root first. */
function entryPointsOf({ name = '', main, module, bin }: Manifest, paths: ReadonlySet<string>): readonly string[] {
  const ofName = ['', 'src/', 'lib/'].flatMap((folder) =>
    ['.rb', '.py', '/__init__.py'].map((end) => `${folder}${name}${end}`),
  );
  const bins = typeof bin === 'string' ? [bin] : Object.values(bin ?? {});
  const named = [main, module, ...bins, ...ofName]
    .flatMap((path) => (path === undefined ? [] : [path.replace(/^\.\//u, '')]))
    .filter((path) => paths.has(path));
  const conventional = [...paths]
    .filter((path) => conventionalEntry.test(path) && !asideFolder.test(path))
    .sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  return [...new Set([...named, ...conventional])].slice(0, maxEntryPoints);
}

function depthOf(path: string): number {
  return path.split('/').length;
}

function mostFirst(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
}
