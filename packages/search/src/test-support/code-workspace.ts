import type { CallOptions, DocumentSnapshot, ListedFile, ListOptions } from '@lexichord/abstractions';

import { MemoryWorkspace } from './memory-workspace.js';

/** Language ids of the files in tests. */
const languages: Readonly<Record<string, string>> = {
  cs: 'csharp',
  go: 'go',
  java: 'java',
  js: 'javascript',
  json: 'json',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  ts: 'typescript',
};

/** Files in memory, of the languages that their names say. */
export class CodeWorkspace extends MemoryWorkspace {
  override async getDocument(path: string, options?: CallOptions): Promise<DocumentSnapshot> {
    return { ...(await super.getDocument(path, options)), language: languageIn(path) };
  }

  override async *list(options?: ListOptions): AsyncGenerator<ListedFile> {
    for await (const file of super.list(options)) yield { ...file, language: languageIn(file.relativePath) };
  }
}

function languageIn(path: string): string {
  return languages[path.slice(path.lastIndexOf('.') + 1)] ?? 'plaintext';
}
