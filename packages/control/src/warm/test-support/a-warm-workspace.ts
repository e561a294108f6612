import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ManualClock } from '@lexichord/testing';

import { type ConnectOptions, type WarmConnection, connectWarmProcess } from '../connect-warm-process.js';
import { findWarmProcess } from '../find-warm-process.js';
import { warmFolder } from '../warm-folder.js';
import type { RunRequest, WarmReply } from '../warm-protocol.js';
import type { WarmRecord } from '../warm-record.js';
import { type OtherProcess, type WarmServer, type WarmServerOptions, openWarmServer } from '../warm-server.js';

/** A workspace and a user, in folders of their own, and the processes that hold it warm. */
export class AWarmWorkspace {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'lexichord-warm-spec-')));
  readonly workspaceRoot = join(this.root, 'workspace');
  readonly environment: { readonly XDG_CACHE_HOME: string };
  readonly clock = new ManualClock();
  identity = 'version 1';
  private readonly servers: WarmServer[] = [];

  /** @param cacheName of the user's cache folder */
  constructor(cacheName = 'cache') {
    this.environment = { XDG_CACHE_HOME: join(this.root, cacheName) };
    mkdirSync(this.workspaceRoot);
  }

  /** The user's folder of records and sockets. */
  get folder(): string {
    return warmFolder(this.environment) ?? '';
  }

  open(options: Partial<WarmServerOptions> = {}): Promise<WarmServer | OtherProcess> {
    const { workspaceRoot, environment, clock } = this;
    const run: WarmServerOptions['run'] = () => Promise.resolve(0);
    return openWarmServer({
      ...{ workspaceRoot, environment, clock, kind: 'serve', identity: () => this.identity, run },
      // However busy the machine is: a process that does not live is known without waiting.
      connecting: { helloMs: 0 },
      ...options,
    });
  }

  /** One that is there, because nobody else is. */
  async serve(options: Partial<WarmServerOptions> = {}): Promise<WarmServer> {
    const server = await this.open(options);
    if (!('ended' in server)) throw new TypeError('Another process holds the workspace warm.');
    this.servers.push(server);
    return server;
  }

  find(workingDirectory = this.workspaceRoot): WarmRecord | undefined {
    return findWarmProcess({ workspace: undefined, workingDirectory, environment: this.environment });
  }

  /** Record that a command finds. */
  get record(): WarmRecord {
    const record = this.find();
    if (record === undefined) throw new TypeError('There is no record.');
    return record;
  }

  async dispose(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.close()));
    for (const server of this.servers) server.release();
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** The workspaces of a spec. */
export class WarmWorkspaces {
  private readonly made: AWarmWorkspace[] = [];

  /** @param cacheName of the user's cache folder */
  readonly make = (cacheName?: string): AWarmWorkspace => {
    const workspace = new AWarmWorkspace(cacheName);
    this.made.push(workspace);
    return workspace;
  };

  async dispose(): Promise<void> {
    await Promise.all(this.made.splice(0).map((workspace) => workspace.dispose()));
  }
}

/** A connection to a process that answers; without another limit, however long that takes. */
export async function connectTo(record: WarmRecord, options: ConnectOptions = { helloMs: 0 }): Promise<WarmConnection> {
  const connection = await connectWarmProcess(record, options);
  if (typeof connection === 'string') throw new TypeError(`The process is ${connection}.`);
  return connection;
}

/** Reply of a process, up to the end of the connection. */
export async function ask(record: WarmRecord, question: 'describe' | 'stop' | 'wait'): Promise<readonly WarmReply[]> {
  const replies: WarmReply[] = [];
  for await (const reply of (await connectTo(record)).ask({ ask: question }, 0)) replies.push(reply);
  return replies;
}

/** A command line as a command sends it. */
export function aRun(...argv: readonly string[]): RunRequest {
  const stream = { isTTY: false, columns: undefined };
  return { argv, workingDirectory: '/', environment: {}, stdin: stream, stdout: stream, stderr: stream };
}
