import { mkdir, rm } from 'node:fs/promises';
import { type Server, type Socket, createServer } from 'node:net';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { replaceFile } from '@lexichord/platform/internal';

import { type ConnectOptions, type WarmConnection, connectWarmProcess } from './connect-warm-process.js';
import { readRecord, readRecordOf } from './find-warm-process.js';
import type { WarmRun, WarmSession } from './connection-handlers.js';
import { serveConnection } from './serve-connection.js';
import { isPrivate, recordPath, warmFolder } from './warm-folder.js';
import { type Leaving, type RunRequest, type WarmDescription, randomText } from './warm-protocol.js';
import type { WarmKind, WarmRecord } from './warm-record.js';
import { closeToOthers, createAddress, removeLeftSocket, removeOwnFolder } from './warm-socket.js';
import { type WarmEnd, WarmWatch, type WatchOptions } from './warm-watch.js';

/** Handlers and time limits of a server. */
export interface WarmServerOptions extends WatchOptions {
  readonly kind: WarmKind;
  /** Environment that determines the user's own folder. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Runs a command line; resolves to its exit code, and never rejects. */
  readonly run: (request: RunRequest, run: WarmRun) => Promise<number>;
  /** Runs a session, like `run`. Absent: sessions are rejected. */
  readonly session?: ((request: RunRequest, session: WarmSession) => Promise<number>) | undefined;
  /** Options of the connection to another process. Default: a time limit of two seconds. */
  readonly connecting?: ConnectOptions | undefined;
}

/** A process that answers commands. */
export interface WarmServer {
  /** Resolves when the server has ended, by itself or by {@link close}. */
  readonly ended: Promise<WarmEnd>;
  describe(): WarmDescription;
  /** Marks the begin of work, so that the process is not idle. @returns a function that marks its end */
  begin(): () => void;
  /** Closes the server; running answers have a second to end. */
  close(): Promise<void>;
  /**
   * Reports to the stopping command that this process has closed the workspace. Must be called after {@link ended}.
   */
  release(): void;
}

/** Another process that holds the workspace warm. */
export interface OtherProcess {
  readonly record: WarmRecord;
  /** `busy`: it accepts connections, but has not answered in time; it may hang. */
  readonly connection: WarmConnection | 'busy';
}

/** Maximum number of concurrent sessions, so that no client takes all of the process. */
const maxSessions = 16;

/** Maximum time for running answers when the server closes, in milliseconds. */
const closeGraceMs = 1_000;

/**
 * Answers the commands of a workspace in this process, unless another process does or may do so.
 *
 * @returns the server, or the other process, with a connection that must be closed
 * @throws {LexichordError} `io-failed` without a private folder of this user; the signal's reason
 */
export async function openWarmServer(options: WarmServerOptions): Promise<WarmServer | OtherProcess> {
  const { workspaceRoot, kind, clock, connecting } = options;
  const folder = await prepareFolder(options.environment);
  const left = readRecord(folder, workspaceRoot);
  if (left !== undefined) {
    const connection = await connectWarmProcess(left, connecting);
    connecting?.signal?.throwIfAborted();
    if (connection !== 'gone') return { record: left, connection };
    await removeLeftSocket({ address: left.address, folder });
  }
  const secret = randomText();
  const address = await createAddress(folder);
  const startedAt = new Date(clock.now()).toISOString();
  const record: WarmRecord = { version: 1, pid: process.pid, address, secret, workspaceRoot, kind, startedAt };
  const path = recordPath(folder, workspaceRoot);
  const served = new ServedCommands(options, { record, folder, path });
  try {
    await listen(served.server, address);
    await replaceFile(path, [`${JSON.stringify(record)}\n`], { isPrivate: true, isDerived: true });
  } catch (cause) {
    await served.close();
    throw notWritable(folder, cause as NodeJS.ErrnoException);
  }
  served.watch.start();
  return served;
}

function notWritable(folder: string, cause: NodeJS.ErrnoException): LexichordError {
  const { code = 'unknown reason' } = cause;
  return new LexichordError(
    ErrorCode.ioFailed,
    `Commands cannot be answered, because "${folder}" is not writable (${code}). Check its permissions and the free space.`,
    { details: { folder, reason: code }, cause },
  );
}

async function prepareFolder(environment: WarmServerOptions['environment']): Promise<string> {
  const folder = warmFolder(environment);
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
    if (isPrivate(folder, 'folder')) return folder;
  }
  const shown = folder === undefined ? 'a home folder' : `"${folder}"`;
  throw new LexichordError(
    ErrorCode.ioFailed,
    `Commands cannot be answered, because ${shown} must be a folder that only you can access. Set HOME or XDG_CACHE_HOME, or correct its permissions with "chmod 700".`,
    { details: { folder: folder ?? '' } },
  );
}

async function listen(server: Server, address: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
  await closeToOthers(address);
}

/** Record of the server, by which commands find it. */
interface Announcement {
  readonly record: WarmRecord;
  readonly folder: string;
  /** Path of the record. */
  readonly path: string;
}

/** The server with the shared state of its connections. */
class ServedCommands implements WarmServer {
  readonly server: Server;
  readonly ended: Promise<WarmEnd>;
  readonly watch: WarmWatch;
  private readonly identity: string;
  private readonly connections = new Set<Socket>();
  private readonly running = new Set<Promise<void>>();
  private readonly sessions = new Set<Promise<number>>();
  private answered = 0;
  private resolveEnded: (end: WarmEnd) => void = () => undefined;
  private readonly left: Promise<boolean>;
  private resolveLeft: (isStopped: boolean) => void = () => undefined;
  private readonly released: Promise<void>;
  private resolveReleased: () => void = () => undefined;
  private readonly leavingListeners = new Set<(leaving: Leaving) => void>();
  private readonly leaving: Promise<void>;
  private resolveLeaving: () => void = () => undefined;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly options: WarmServerOptions,
    private readonly announcement: Announcement,
  ) {
    this.identity = options.identity();
    this.ended = new Promise((resolve) => (this.resolveEnded = resolve));
    this.left = new Promise((resolve) => (this.resolveLeft = resolve));
    this.released = new Promise((resolve) => (this.resolveReleased = resolve));
    this.leaving = new Promise((resolve) => (this.resolveLeaving = resolve));
    this.watch = new WarmWatch(options, { isOwnRecord: () => this.isOwnRecord(), onEnd: (end) => void this.end(end) });
    this.server = createServer((socket) => this.accept(socket));
  }

  describe(): WarmDescription {
    const { pid, kind, workspaceRoot, startedAt } = this.announcement.record;
    const { rss: memoryBytes } = process.memoryUsage();
    const { idleMinutes } = this.options;
    const [answered, sessions] = [this.answered, this.sessions.size];
    return { pid, kind, workspaceRoot, startedAt, answered, sessions, memoryBytes, idleMinutes };
  }

  begin(): () => void {
    return this.watch.begin();
  }

  close(): Promise<void> {
    return this.end('closed');
  }

  release(): void {
    this.resolveReleased();
  }

  private accept(socket: Socket): void {
    this.connections.add(socket);
    socket.on('close', () => this.connections.delete(socket));
    const { announcement, identity, left, released, options } = this;
    const work = serveConnection(socket, {
      ...{ secret: announcement.record.secret, identity, left, released, clock: options.clock },
      onLeaving: (listener) => {
        this.leavingListeners.add(listener);
        return () => void this.leavingListeners.delete(listener);
      },
      describe: () => this.describe(),
      stop: async () => {
        // This connection ends last, and must not keep the process alive.
        this.connections.delete(socket);
        socket.unref();
        await this.withdraw();
        void this.end('stopped');
      },
      run: async (request, run) => {
        const isDone = this.watch.begin();
        try {
          return await options.run(request, run);
        } finally {
          this.answered += 1;
          isDone();
        }
      },
      session: (request, session) => this.serveSession(request, session),
    });
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  private async serveSession(request: RunRequest, session: WarmSession): Promise<number> {
    const { session: serve } = this.options;
    const isRefused = serve === undefined || this.sessions.size >= maxSessions || this.closing !== undefined;
    if (isRefused) session.refuse('it serves no more sessions');
    if (isRefused) return 0;
    const isDone = this.watch.begin();
    const work = serve(request, session).finally(() => {
      this.sessions.delete(work);
      isDone();
    });
    this.sessions.add(work);
    return work;
  }

  private isOwnRecord(): boolean {
    const { folder, record } = this.announcement;
    return readRecordOf(folder, record.workspaceRoot)?.secret === record.secret;
  }

  private end(end: WarmEnd): Promise<void> {
    const goesOn = end === 'updated' && this.sessions.size > 0;
    if (!goesOn) this.leave({ isStopped: end === 'stopped' });
    this.closing ??= (goesOn ? this.endSessions().then(() => this.closeAll(end)) : this.closeAll(end)).then(() =>
      this.resolveEnded(end),
    );
    return this.closing;
  }

  /** Notifies the sessions once. */
  private leave(leaving: Leaving): void {
    this.resolveLeaving();
    for (const listener of this.leavingListeners) listener(leaving);
    this.leavingListeners.clear();
  }

  /**
   * Waits for open sessions after an update of the program: until their clients end them, or the process ends. Commands
   * no longer find the process.
   */
  private async endSessions(): Promise<void> {
    this.watch.stop();
    await this.withdraw();
    this.server.close();
    this.resolveLeft(false);
    await Promise.race([Promise.allSettled(this.sessions), this.leaving]);
  }

  private async closeAll(end: WarmEnd): Promise<void> {
    this.watch.stop();
    const stopTimer = this.options.clock.startTimer(closeGraceMs, () => this.destroyAll());
    await this.withdraw();
    this.server.close();
    this.resolveLeft(end === 'stopped');
    await Promise.allSettled(this.running);
    stopTimer();
    this.destroyAll();
    const { record, folder } = this.announcement;
    await removeOwnFolder({ address: record.address, folder });
  }

  /** Removes the own record, so that commands no longer find the process. */
  private async withdraw(): Promise<void> {
    if (this.isOwnRecord()) await rm(this.announcement.path, { force: true });
  }

  private destroyAll(): void {
    for (const socket of this.connections) socket.destroy();
  }
}
