import { execFileSync } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  IContextPacker,
  IIndexService,
  type ILexichordRuntime,
  IPackRecorder,
  ISourceFinder,
  type PackOptions,
  type PackedContext,
  type SourceRequest,
  packingBudgetOf,
} from '@lexichord/abstractions';
import { LineIndex, chunkId } from '@lexichord/platform/internal';
import { RecordingLogger } from '@lexichord/testing';

import type { RuntimeOptions } from '../runtime-options.js';
import { type Files, IndexedWorkspaces } from './indexed-workspace.js';

/** Request and options of a pack. */
export interface HostileRequest extends SourceRequest, Pick<PackOptions, 'template' | 'profile' | 'onStage'> {
  /** Default 20,000 tokens. */
  readonly budget?: number;
  readonly configuration?: RuntimeOptions['configuration'];
  readonly register?: RuntimeOptions['register'];
}

/** A pack, and everything that it has left anywhere. */
export interface HostilePack {
  readonly packed: PackedContext;
  /** The result, the log and the record on the disk, as one text. */
  readonly told: string;
  /** All bytes below `.lexichord`, the index included. */
  readonly stored: string;
  readonly log: RecordingLogger;
}

/** Workspaces that came from anybody: repositories in folders of their own, packed with the real services. */
export class HostilePacks {
  private readonly workspaces = new IndexedWorkspaces();

  /** A folder outside every workspace. */
  outside(files: Files): Promise<string> {
    return this.workspaces.folder(files);
  }

  /** A git repository in which the files are committed, as far as git takes them. */
  async repository(files: Files): Promise<string> {
    const root = await this.workspaces.folder(files);
    const git = (...argv: readonly string[]): void => {
      const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'core.autocrlf=false'];
      execFileSync('git', [...identity, ...argv], { cwd: root, stdio: 'ignore' });
    };
    git('init', '-q');
    git('add', '-A');
    git('commit', '-q', '-m', 'first', '--allow-empty');
    return root;
  }

  /** Opens the workspace as a new process would, indexes it, packs, and keeps the record as the command line does. */
  async pack(root: string, request: HostileRequest): Promise<HostilePack> {
    const log = new RecordingLogger();
    const { configuration, register } = request;
    const runtime = await this.workspaces.open(root, { logger: log, configuration, register });
    try {
      await runtime.resolve(IIndexService).update();
      return await packIn(runtime, request, log);
    } finally {
      await runtime.dispose();
    }
  }

  dispose(): Promise<void> {
    return this.workspaces.dispose();
  }
}

async function packIn(runtime: ILexichordRuntime, request: HostileRequest, log: RecordingLogger): Promise<HostilePack> {
  const { task, budget = 20_000, template, profile, onStage } = request;
  const sources = await runtime.resolve(ISourceFinder).find(request);
  const options = { task, template, profile, onStage };
  const packed = await runtime.resolve(IContextPacker).pack(sources, packingBudgetOf(budget), options);
  await runtime.resolve(IPackRecorder).save({
    ...{ task, budget: packingBudgetOf(budget), packedMs: 0 },
    packed: {
      ...packed,
      includedChunks: packed.includedChunks.map((chunk) => ({ ...chunk, content: undefined })),
      excludedChunks: packed.excludedChunks.map((chunk) => ({ ...chunk, content: undefined })),
    },
  });
  expectKeptPromises(packed, runtime);
  const state = join(runtime.workspaceRoot, '.lexichord');
  const record = await readFile(join(state, 'last-pack.json'), 'utf8');
  return { packed, told: JSON.stringify([packed, log.lines, record]), stored: await bytesUnder(state), log };
}

/** Checks every pack: the budget, the count, and a name and a reason for whatever is left out. */
function expectKeptPromises(packed: PackedContext, { tokenCounter }: ILexichordRuntime): void {
  const { content, totalTokens, availableTokens, includedChunks, excludedChunks, rejectedSources, stats } = packed;
  expect(totalTokens).toBeLessThanOrEqual(availableTokens);
  expect(tokenCounter.countTokens(content)).toBe(totalTokens);
  expect(includedChunks.length + excludedChunks.length).toBe(stats.chunks);
  for (const { reason, keptChunk } of excludedChunks) {
    expect(reason).toMatch(/^[a-z-]+$/u);
    if (reason === 'duplicate' || reason === 'overlap') expect(keptChunk).toBeDefined();
  }
  for (const { filePath, reason, message } of rejectedSources) {
    expect([typeof filePath, reason, message]).toEqual([
      'string',
      expect.stringMatching(/^[a-z-]+$/u),
      expect.stringMatching(/\S.*\.$/su),
    ]);
  }
}

/** Whether the lines of every chunk of a file are what the file has under these numbers. */
export async function expectTrueLines({ includedChunks }: PackedContext, root: string): Promise<void> {
  for (const { id, filePath, startLine, endLine, content, part, partOf, detailLevel } of includedChunks) {
    if (filePath.startsWith('tool:')) continue;
    const lines = new LineIndex(await textOf(join(root, filePath)));
    const held = lines.content.slice(lines.start(startLine - 1), lines.start(endLine));
    if (detailLevel !== undefined) {
      expect(chunkId({ filePath, startLine, endLine }, held)).toBe(id);
      continue;
    }
    // A line that is longer than a chunk is cut into pieces that all have its number.
    const isPiece = part !== undefined && partOf === undefined && startLine === endLine;
    expect([filePath, startLine, isPiece ? held.includes(content) : held === content]).toEqual([
      filePath,
      startLine,
      true,
    ]);
  }
}

/** A file's text by its mark; what is no UTF-8 is replaced. */
async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return Buffer.from(bytes.subarray(2)).swap16().toString('utf16le');
  return bytes.toString('utf8').replace(/^\ufeff/u, '');
}

async function bytesUnder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}
