import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Packages that are published inside others, each with what it brings along otherwise:
 *
 * - LanceDB asks for two clients of models, some 350 MB, which we do not use;
 * - of forty grammars, a third has no language of ours;
 * - the tokenizer is used alone, and needs of the contracts only a few files.
 */
const bundledIn = {
  '@lexichord/chunker': ['tree-sitter-wasms'],
  '@lexichord/storage': ['@lancedb/lancedb'],
  '@lexichord/tokenizer': ['@lexichord/abstractions'],
  lexichord: ['@lancedb/lancedb'],
};

/**
 * Packages whose code is joined into the files of another one. The parser of Markdown is 55 small packages, which no
 * other package of ours needs.
 */
const joinedInto = {
  '@lexichord/markdown': [
    ...['mdast-util-from-markdown', 'mdast-util-gfm', 'mdast-util-to-string', 'micromark-extension-gfm'],
  ],
};

/** @returns names of the packages whose code is joined into a package */
export function joinedPackagesOf(name) {
  return joinedInto[name] ?? [];
}

/** @returns names of the packages that are put inside a package */
export function bundledPackagesOf(name) {
  return bundledIn[name] ?? [];
}

/**
 * Which files of a bundled package are taken.
 *
 * @param languagesFolder with the chunker's rules of languages, each of which names its grammar
 * @returns whether to take a path, relative to the bundled package
 */
export async function fileFilterOf(name, languagesFolder) {
  if (name !== 'tree-sitter-wasms') return (path) => !path.endsWith('.map') && !path.endsWith('.tsbuildinfo');
  const grammars = await grammarsIn(languagesFolder);
  return (path) => !path.endsWith('.wasm') || grammars.has(path.replace(/^.*tree-sitter-|\.wasm$/gu, ''));
}

/** Names of the grammars that the compiled rules of the chunker use. */
async function grammarsIn(folder) {
  const { languageCatalog } = await import(pathToFileURL(join(folder, 'language-catalog.js')).href);
  return new Set(languageCatalog.map(({ grammar }) => grammar));
}
