import { join } from 'node:path';

import { aPreparedFolder } from './prepared-folder.js';
import { type CommandResult, type FolderFiles, aFolder, runCommand } from './run-command.js';

/** Files of a small repository about sessions, in which two files say the same. */
export const sessionFiles: Readonly<Record<string, string>> = {
  '.agent/.keep': '',
  'src/session.ts': [
    "import { seal } from './seal.js';",
    '',
    '/** Signs the cookie of a session. */',
    'export class SessionStore {',
    "  private readonly key = 'none';",
    '',
    '  signCookie(value: string): string {',
    '    return seal(value, this.key);',
    '  }',
    '',
    '  expire(session: { closed: boolean }): void {',
    '    session.closed = true;',
    '  }',
    '}',
    '',
  ].join('\n'),
  'src/seal.ts':
    '/** Seals a session cookie. */\nexport function seal(value: string, key: string): string {\n  return `${value}.${key}`;\n}\n',
  'lib/seal.ts':
    '/** Seals a session cookie. */\nexport function seal(value: string, key: string): string {\n  return `${value}.${key}`;\n}\n',
  'src/retry.py': 'class RetryPolicy:\n    def delay(self, attempt):\n        return 2 ** attempt\n',
  'docs/guide.md': '# Guide\n\n## Sessions\n\nThe session cookie is signed with a key.\n',
};

/** A chunk as `--json` has it. */
export interface ChunkJson {
  readonly id: string;
  readonly filePath: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly tokenCount: number;
  readonly rankScore: number;
  readonly rank: number;
  readonly sourceType: string;
  readonly language: string;
  readonly factors: { readonly relevance: number; readonly recency: number; readonly source: number };
  readonly matchedKeywords: readonly string[];
  readonly reason?: string;
  readonly keptChunk?: string;
}

/** A pack as `--json` has it. */
export interface PackJson {
  readonly content: string;
  readonly totalTokens: number;
  readonly availableTokens: number;
  readonly partial: boolean;
  readonly includedChunks: readonly ChunkJson[];
  readonly excludedChunks: readonly ChunkJson[];
  readonly rejectedSources: readonly { readonly filePath: string; readonly reason: string }[];
  readonly weights: { readonly relevance: number; readonly recency: number; readonly source: number };
  readonly warnings: readonly string[];
  readonly stats: Readonly<Record<string, unknown>> & { readonly timingsMs: Readonly<Record<string, number>> };
}

/** A folder with {@link sessionFiles}, indexed. */
export function anIndexedWorkspace(files: FolderFiles = {}): Promise<string> {
  return aPreparedFolder({
    name: 'indexed',
    files: { ...sessionFiles, ...files },
    prepare: async (workingDirectory) => {
      const { exitCode, stderr } = await runCommand(['index'], { workingDirectory });
      expect([exitCode, stderr]).toEqual([0, '']);
    },
  });
}

/** The JSON of a command that may also fail by its exit code. */
export function jsonOf({ stdout, stderr }: CommandResult): unknown {
  expect(stderr).toBe('');
  return JSON.parse(stdout) as unknown;
}

/** Task that {@link aPackedWorkspace} packs for. */
export const packedTask = 'how is the session cookie signed';

/** `src/cookies.ts`, which is cut into two chunks. */
export const cookies = ['signSessionCookie', 'readForm']
  .map((name) => {
    const steps = Array.from({ length: 12 }, (_, step) => `  const step${step} = ${name}Step(value, ${step});`);
    return `export function ${name}(value: string): string {\n${steps.join('\n')}\n  return step11;\n}\n`;
  })
  .join('\n');

/** A workspace in which something was packed. */
export interface PackedWorkspace {
  readonly folder: string;
  readonly packed: PackJson;
  /** The first chunk of {@link cookies}, which was open. */
  readonly best: ChunkJson;
}

/** Packs files that are open, one of which does not exist and two of which are the same, and the output of a tool. */
export async function aPackedWorkspace(): Promise<PackedWorkspace> {
  const folder = await anIndexedWorkspace({ 'src/cookies.ts': cookies });
  const log = join(aFolder({ 'test.log': 'FAIL signCookie\n' }), 'test.log');
  const open = 'src/cookies.ts,src/seal.ts,lib/seal.ts,none.ts';
  const argv = ['pack', packedTask, '--open', open, '--tool-result', log, '--budget', '600', '--json'];
  const packed = jsonOf(await runCommand(argv, { workingDirectory: folder })) as PackJson;
  const best = packed.includedChunks.find(({ filePath }) => filePath === 'src/cookies.ts') as ChunkJson;
  return { folder, packed, best };
}

/** A chunk as commands take it. */
export function locationOf({ filePath, startLine, endLine }: ChunkJson): string {
  return `${filePath}:${startLine}-${endLine}`;
}
