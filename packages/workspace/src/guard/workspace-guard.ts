import type { BigIntStats } from 'node:fs';
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  type CallOptions,
  ErrorCode,
  type GuardedPath,
  ILogger,
  LexichordError,
  PathDeniedError,
  agentIgnoreFileName,
} from '@lexichord/abstractions';
import { contentIdOf, fileIdOf, relativeInside } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

import { WorkspaceOptions } from '../workspace-options.js';
import { AgentIgnore } from './agent-ignore.js';
import { builtInDenial } from './built-in-denials.js';
import { compileDenyPatterns, type DenyMatcher } from './deny-patterns.js';
import { displayPath } from './display-path.js';
import { errnoOf, fileSystemError } from './file-system-errors.js';
import { type InterpretedPath, interpretPath, outsideReason } from './interpret-path.js';
import type { GuardedFile, IWorkspaceFiles, LocatedPath } from './workspace-files.js';

type CheckOptions = CallOptions & { readonly maxSizeBytes: number };

/** Cached properties of the root. */
interface Root {
  readonly realPath: string;
  /** Absolute path, links not resolved. */
  readonly configuredPath: string;
  readonly agentIgnore: AgentIgnore;
}

/**
 * Checks every access to the user's files (T-016 AC-020..029, threat 4).
 *
 * A path is checked as given and with its links resolved, so a link `notes.md → .env` is denied. The resolved path
 * identifies a checked file, so a document has one name for all links to it. Hard links cannot be distinguished from
 * the file and are checked by the given name.
 */
@injectable()
export class WorkspaceGuard implements IWorkspaceFiles {
  private readonly log: ILogger;
  private readonly deniedByOptions: DenyMatcher;
  private cachedRoot: Root | undefined;

  constructor(
    @inject(WorkspaceOptions) private readonly options: WorkspaceOptions,
    @inject(ILogger) log: ILogger,
  ) {
    this.log = log.forSource('WorkspaceGuard');
    this.deniedByOptions = compileDenyPatterns(options.deny);
  }

  /** @throws {LexichordError} `not-found` when the configured folder does not exist */
  get root(): string {
    return this.rootFacts().realPath;
  }

  async check(path: string, { signal }: CallOptions = {}): Promise<GuardedPath> {
    const { relativePath, absolutePath, sizeBytes, modifiedMs } = await this.checkFile(path, {
      maxSizeBytes: this.options.maxFileSizeBytes,
      signal,
    });
    return { relativePath, absolutePath, sizeBytes, modifiedMs };
  }

  checkFile(path: string, options: CheckOptions): Promise<GuardedFile> {
    return new Promise((resolve) => {
      resolve(this.checkAtOnce(path, options));
    });
  }

  isDenied(relativePath: string): boolean {
    const interpreted = this.interpret(relativePath);
    if (interpreted.kind !== 'inside') return true;
    // Rules for folders, such as `private/`, match only paths with a slash at the end.
    const isFolder = relativePath.endsWith('/') && interpreted.relativePath !== '';
    return this.denialOf(isFolder ? `${interpreted.relativePath}/` : interpreted.relativePath) !== undefined;
  }

  refreshRules(): void {
    this.rootFacts().agentIgnore.refresh();
  }

  locate(path: string): LocatedPath {
    this.rootFacts().agentIgnore.refresh();
    const givenPath = this.judgeGiven(path, this.followElsewhere(path));
    const absolutePath = resolveExistingPart(join(this.root, givenPath));
    const relativePath = this.judgeResolved(path, absolutePath);
    if (relativePath === '') {
      throw new LexichordError(ErrorCode.invalidArgument, 'The workspace itself is a folder. Name a file inside it.');
    }
    return { relativePath, absolutePath };
  }

  locateUnchecked(path: string): LocatedPath {
    const interpreted = this.followElsewhere(path);
    if (interpreted.kind !== 'inside') throw this.deny(path, outsideReason);
    const absolutePath = resolveExistingPart(join(this.root, interpreted.relativePath));
    return { relativePath: relativeInside(this.root, absolutePath) ?? interpreted.relativePath, absolutePath };
  }

  /**
   * Synchronous: a call on another thread costs ten times as much, and the check runs for every file that is read.
   */
  private checkAtOnce(path: string, { maxSizeBytes, signal }: CheckOptions): GuardedFile {
    signal?.throwIfAborted();
    const { agentIgnore } = this.rootFacts();
    agentIgnore.refresh();
    const givenPath = this.judgeGiven(path, this.followElsewhere(path));

    try {
      const unresolvedPath = join(this.root, givenPath);
      const absolutePath = realpathSync.native(unresolvedPath);
      const relativePath = absolutePath === unresolvedPath ? givenPath : this.judgeResolved(path, absolutePath);
      const stats = statSync(absolutePath, { bigint: true });
      requireRegularFile(relativePath, stats);
      requireSize(relativePath, Number(stats.size), maxSizeBytes);
      return guardedFile({ relativePath, absolutePath }, stats);
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      throw fileSystemError(path, error);
    }
  }

  private rootFacts(): Root {
    if (this.cachedRoot !== undefined) return this.cachedRoot;
    try {
      const configuredPath = resolve(this.options.root);
      const realPath = realpathSync.native(configuredPath);
      this.cachedRoot = { realPath, configuredPath, agentIgnore: new AgentIgnore(realPath) };
      return this.cachedRoot;
    } catch (cause) {
      throw new LexichordError(
        ErrorCode.notFound,
        `The workspace folder "${displayPath(this.options.root)}" cannot be opened (${errnoOf(cause) ?? 'unknown'}). Name a folder that exists.`,
        { cause },
      );
    }
  }

  private interpret(path: string): InterpretedPath {
    const { realPath, configuredPath } = this.rootFacts();
    return interpretPath(path, [realPath, configuredPath]);
  }

  /**
   * Resolves an absolute path that is lexically outside but may lead inside, such as `/tmp` on macOS. Does not disclose
   * whether a file outside exists: missing and outside have the same result.
   */
  private followElsewhere(path: string): InterpretedPath {
    const interpreted = this.interpret(path);
    if (interpreted.kind !== 'elsewhere') return interpreted;
    const resolved = existingPart(interpreted.absolutePath);
    const relativePath = resolved === undefined ? undefined : relativeInside(this.root, resolved);
    return relativePath === undefined ? { kind: 'denied', reason: outsideReason } : { kind: 'inside', relativePath };
  }

  /** @returns the path relative to the root, links not yet resolved */
  private judgeGiven(path: string, interpreted: InterpretedPath): string {
    if (interpreted.kind !== 'inside') {
      throw this.deny(path, interpreted.kind === 'denied' ? interpreted.reason : outsideReason);
    }
    const reason = this.denialOf(interpreted.relativePath) ?? builtInDenial(basename(path));
    if (reason !== undefined) throw this.deny(path, reason);
    return interpreted.relativePath;
  }

  /** @returns the resolved path relative to the root */
  private judgeResolved(path: string, absolutePath: string): string {
    const relativePath = relativeInside(this.root, absolutePath);
    if (relativePath === undefined) throw this.deny(path, `it is a link; ${outsideReason}`);
    const reason = this.denialOf(relativePath);
    if (reason !== undefined) throw this.deny(path, `it is a link to a denied file: ${reason}`);
    return relativePath;
  }

  /** Reason why the rules deny a path relative to the root, or `undefined`. */
  private denialOf(relativePath: string): string | undefined {
    if (relativePath === '') return undefined;
    const builtIn = builtInDenial(relativePath);
    if (builtIn !== undefined) return `${builtIn}, and no setting can allow it; name another file`;
    const pattern = this.deniedByOptions(relativePath);
    if (pattern !== undefined) return `it matches the configured deny pattern ${JSON.stringify(pattern)}`;
    if (!this.rootFacts().agentIgnore.ignores(relativePath)) return undefined;
    return `it matches a line in ${agentIgnoreFileName}; change that line if the file should be read`;
  }

  /** Logged here, because every denial passes here once (T-016 AC-029). */
  private deny(path: string, reason: string): PathDeniedError {
    const shown = displayPath(path);
    this.log.error('Refused to read {path}: {reason}', { path: shown, reason });
    return new PathDeniedError(shown, reason);
  }
}

function guardedFile({ relativePath, absolutePath }: LocatedPath, stats: BigIntStats): GuardedFile {
  return {
    relativePath,
    absolutePath,
    sizeBytes: Number(stats.size),
    modifiedMs: Number(stats.mtimeMs),
    fileId: fileIdOf(stats),
    contentId: contentIdOf(stats),
  };
}

function requireRegularFile(relativePath: string, stats: BigIntStats): void {
  if (stats.isFile()) return;
  const what = stats.isDirectory() ? 'a folder' : 'a device, pipe or socket';
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `"${displayPath(relativePath === '' ? '.' : relativePath)}" is ${what}, not a file. Name a file.`,
    { details: { path: displayPath(relativePath) } },
  );
}

/** @throws {LexichordError} `file-too-large` */
export function requireSize(relativePath: string, sizeBytes: number, maxSizeBytes: number): void {
  if (sizeBytes <= maxSizeBytes) return;
  throw new LexichordError(
    ErrorCode.fileTooLarge,
    `"${displayPath(relativePath)}" has ${sizeBytes} bytes; at most ${maxSizeBytes} are read as a whole. Raise workspace.max_file_size_bytes, or give the relevant part.`,
    { details: { path: displayPath(relativePath), sizeBytes, maxSizeBytes } },
  );
}

/** {@link resolveExistingPart}; `undefined` for a drive that does not exist. */
function existingPart(absolutePath: string): string | undefined {
  try {
    return resolveExistingPart(absolutePath);
  } catch {
    return undefined;
  }
}

/** Resolves the links of the existing part of a path and appends the rest, for a file that may not exist yet. */
function resolveExistingPart(absolutePath: string): string {
  try {
    return realpathSync.native(absolutePath);
  } catch (error) {
    const parent = dirname(absolutePath);
    if (parent === absolutePath) throw fileSystemError(absolutePath, error);
    return join(resolveExistingPart(parent), basename(absolutePath));
  }
}
