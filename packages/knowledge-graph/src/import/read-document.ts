import { type KnowledgeFile, type KnowledgeFormat } from '@lexichord/abstractions';

import { detectFormat } from './detect-format.js';
import type { DocumentReader, DocumentReading, ReadingContext } from './document-reading.js';

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
 * @returns a sentence where the format cannot be told
 */
export async function readDocument(file: KnowledgeFile, context: ReadingContext): Promise<DocumentReading | string> {
  const format = detectFormat(file);
  if (format === undefined) {
    return 'This is no API description, Markdown, list of facts or manifest that is known; name the format.';
  }
  const read = await readers[format]();
  return read(file, context);
}
