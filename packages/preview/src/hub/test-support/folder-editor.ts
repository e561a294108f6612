import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { CallOptions, DocumentSnapshot } from '@lexichord/abstractions';
import { MemoryEditorService } from '@lexichord/testing';

/** Languages by file name extension, as far as tests need them. */
const languages: Readonly<Record<string, string>> = { md: 'markdown', ts: 'typescript', py: 'python' };

export function languageOf(path: string): string {
  return languages[path.slice(path.lastIndexOf('.') + 1)] ?? 'plaintext';
}

/** Files of a folder with unsaved buffers in front, as the real editor has them. Bytes that are no UTF-8 are replaced. */
export class FolderEditor extends MemoryEditorService {
  constructor(private readonly root: string) {
    super();
  }

  override async getDocument(path: string, options: CallOptions = {}): Promise<DocumentSnapshot> {
    options.signal?.throwIfAborted();
    if (this.listUnsaved().includes(path)) return super.getDocument(path, options);
    const bytes = await readFile(join(this.root, path)).catch(() => undefined);
    // Rejects as a document that nobody has.
    if (bytes === undefined) return super.getDocument(path, options);
    const content = bytes.toString('utf8');
    const decoding = content.includes('\u{FFFD}') ? 'utf-8-with-replacements' : 'utf-8';
    return { path, content, version: content, language: languageOf(path), isUnsaved: false, decoding };
  }

  /** As the real one: what changes nothing is told to nobody. */
  override setUnsavedContent(path: string, content: string | undefined): void {
    if (content === undefined && !this.listUnsaved().includes(path)) return;
    super.setUnsavedContent(path, content);
  }
}
