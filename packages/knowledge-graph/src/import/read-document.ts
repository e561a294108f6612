import type { ImportProblem, KnowledgeFile, KnowledgeFormat } from '@lexichord/abstractions';

import { detectFormat } from './detect-format.js';
import { findMergeMark } from './find-merge-mark.js';
import type { DocumentReader, DocumentReading, ReadingContext } from './document-reading.js';

/** What is wrong with a document that is not read at all. */
export type UnreadDocument = Pick<ImportProblem, 'line' | 'message'>;

/** Readers are loaded when there is something to read. */
const readers: Readonly<Record<KnowledgeFormat, () => Promise<DocumentReader>>> = {
  openapi: async () => (await import('./openapi/read-openapi.js')).readOpenApi,
  markdown: async () => (await import('./markdown/read-markdown.js')).readMarkdown,
  facts: async () => (await import('./facts/read-facts.js')).readFacts,
  manifest: async () => (await import('./manifest/read-manifest.js')).readManifest,
};

/**
 * What a document says, in whatever format it is. Rejects for nothing that a document says, and with the signal's
 * reason.
 *
 * @returns why it cannot be read: its format cannot be told, or it is in the middle of a merge
 */
export async function readDocument(
  file: KnowledgeFile,
  context: ReadingContext,
): Promise<DocumentReading | UnreadDocument> {
  const mergeLine = findMergeMark(file.text);
  if (mergeLine !== undefined) {
    return {
      line: mergeLine,
      message: 'A merge of this file is not finished: take its marks out, and import it again.',
    };
  }
  const format = detectFormat(file);
  if (format === undefined) {
    const message = 'This is no API description, Markdown, list of facts or manifest that is known; name the format.';
    return { line: 1, message };
  }
  const read = await readers[format]();
  return read(file, context);
}
