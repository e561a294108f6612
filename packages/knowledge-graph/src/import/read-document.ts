import type { ImportProblem, KnowledgeFile, KnowledgeFormat } from '@lexichord/abstractions';
import { type OpeningFence, closesFencedCode, openingFence } from '@lexichord/markdown';

import type { DocumentReader, DocumentReading, ReadingContext } from './document-reading.js';

/** The problem of a document that was not read. */
export type UnreadDocument = Pick<ImportProblem, 'line' | 'message'>;

/** Readers by format; each is loaded when it is needed. */
const readers: Readonly<Record<KnowledgeFormat, () => Promise<DocumentReader>>> = {
  openapi: async () => (await import('./openapi/read-openapi.js')).readOpenApi,
  markdown: async () => (await import('./markdown/read-markdown.js')).readMarkdown,
  facts: async () => (await import('./facts/read-facts.js')).readFacts,
  manifest: async () => (await import('./manifest/read-manifest.js')).readManifest,
};

/**
 * Reads a document of any format. Never rejects for the content of a document, only with the signal's reason.
 *
 * @returns the reason why it cannot be read: an unknown format, or an unfinished merge
 */
export async function readDocument(
  file: KnowledgeFile,
  context: ReadingContext,
): Promise<DocumentReading | UnreadDocument> {
  const mergeLine = findMergeMark(file.text);
  if (mergeLine !== undefined) {
    return {
      line: mergeLine,
      message: 'The file has unresolved merge conflicts. Resolve them, and import it again.',
    };
  }
  const format = detectFormat(file);
  if (format === undefined) {
    const message =
      'The format cannot be detected: it is not an API description, Markdown, a list of facts or a supported manifest. Give the format.';
    return { line: 1, message };
  }
  const read = await readers[format]();
  return read(file, context);
}

/** Names of manifests. */
const manifestName = /^(?:package\.json|pyproject\.toml|Cargo\.toml|go\.mod|.+\.csproj)$/u;

const markdownName = /\.(?:md|markdown|mdown|mkd|mdx)$/iu;

const dataName = /\.(?:json|ya?ml)$/iu;

/** A version at the top of an API description; JSON may have its keys in any order and on one line. */
const apiVersion =
  /^(?:\uFEFF)?(?:openapi|swagger|"openapi"|'openapi'|"swagger"|'swagger')[ \t]*:|[{,]\s*"(?:openapi|swagger)"\s*:\s*"/mu;

/** A key that only a file of facts has at its top; white space is matched in one line, not over blank lines. */
const factsKey =
  /^(?:\uFEFF)?(?:knowledge|entities|relationships|axioms)[ \t]*:|^(?:\uFEFF)?[ \t]*\{\s*"(?:knowledge|entities|relationships|axioms)"\s*:/mu;

/** The format of a file by its name and content; `undefined` if neither shows it. */
export function detectFormat({ documentPath, text, format }: KnowledgeFile): KnowledgeFormat | undefined {
  if (format !== undefined) return format;
  const name = documentPath.slice(documentPath.lastIndexOf('/') + 1);
  if (manifestName.test(name)) return 'manifest';
  if (markdownName.test(name)) return 'markdown';
  if (apiVersion.test(text)) return 'openapi';
  if (factsKey.test(text)) return 'facts';
  // For input without a telling name, such as standard input, a heading is sufficient.
  return !dataName.test(name) && /^#{1,6}[ \t]+\S/mu.test(text) ? 'markdown' : undefined;
}

/** Conflict markers of git. */
const mergeMark = /^(?:<{7}|>{7})(?: |$)/u;

/**
 * The first line, from 1, with a conflict marker; `undefined` if there is none. Fenced code of a Markdown document is
 * skipped.
 */
export function findMergeMark(text: string): number | undefined {
  let fence: OpeningFence | undefined;
  for (const [index, line] of text.split(/\r\n|[\n\r]/u).entries()) {
    if (fence !== undefined) {
      if (closesFencedCode(line, fence)) fence = undefined;
    } else if (mergeMark.test(line)) return index + 1;
    else fence = openingFence(line);
  }
  return undefined;
}
