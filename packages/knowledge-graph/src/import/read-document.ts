import type { ImportProblem, KnowledgeFile, KnowledgeFormat } from '@lexichord/abstractions';

import type { DocumentReader, DocumentReading, ReadingContext } from './document-reading.js';

/** The problem of a document that is not read at all. */
export type UnreadDocument = Pick<ImportProblem, 'line' | 'message'>;

/** Readers are loaded when there is something to read. */
const readers: Readonly<Record<KnowledgeFormat, () => Promise<DocumentReader>>> = {
  openapi: async () => (await import('./openapi/read-openapi.js')).readOpenApi,
  markdown: async () => (await import('./markdown/read-markdown.js')).readMarkdown,
  facts: async () => (await import('./facts/read-facts.js')).readFacts,
  manifest: async () => (await import('./manifest/read-manifest.js')).readManifest,
};

/**
 * Reads a document of any format. Rejects for nothing in a document, and with the signal's
 * reason.
 *
 * @returns why it cannot be read: its format is unknown, or it is in the middle of a merge
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

/** Manifests by the names that their tools use. */
const manifestName = /^(?:package\.json|pyproject\.toml|Cargo\.toml|go\.mod|.+\.csproj)$/u;

const markdownName = /\.(?:md|markdown|mdown|mkd|mdx)$/iu;

const dataName = /\.(?:json|ya?ml)$/iu;

/** A version at the top of an API description; JSON may have its keys in any order and all on one line. */
const apiVersion =
  /^(?:\uFEFF)?(?:openapi|swagger|"openapi"|'openapi'|"swagger"|'swagger')[ \t]*:|[{,]\s*"(?:openapi|swagger)"\s*:\s*"/mu;

/** A key that only a file of facts has at its top; white space is searched in one line, not over blank ones. */
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
  // Standard input and the like: a heading is as good as a name.
  return !dataName.test(name) && /^#{1,6}[ \t]+\S/mu.test(text) ? 'markdown' : undefined;
}

/** Conflict markers of git. */
const mergeMark = /^(?:<{7}|>{7})(?: |$)/u;
const fence = /^ {0,3}(`{3,}|~{3,})/u;

/**
 * The first line, from 1, with a mark of a merge that is not finished; `undefined` where there is none. What stands
 * between the fences of a Markdown document is an example.
 */
export function findMergeMark(text: string): number | undefined {
  let opened: string | undefined;
  for (const [index, line] of text.split(/\r\n|[\n\r]/u).entries()) {
    const sign = fence.exec(line)?.[1];
    if (sign !== undefined && (opened === undefined || (sign[0] === opened[0] && sign.length >= opened.length))) {
      opened = opened === undefined ? sign : undefined;
    } else if (opened === undefined && mergeMark.test(line)) return index + 1;
  }
  return undefined;
}
