import { realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { PathDeniedError } from '@lexichord/abstractions';
import { ignoreMissing, relativeInside } from '@lexichord/platform/internal';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';

import { requireWholeWorkspace } from './call-folders.js';

/** Name of the request for roots in an answer. */
const rootsKey = 'roots';

/**
 * Scope of a call: a question to the client, or folders relative to the workspace; without both, the whole workspace.
 */
export type CallScope =
  | { readonly question: InputRequiredResult }
  | { readonly question?: undefined; readonly folders?: readonly string[] | undefined };

/**
 * Reach of a call: files, which can be limited to folders, or the workspace as a whole, such as its map, knowledge and
 * conversations, which belong to no folder.
 */
export type CallReach = 'folders' | 'workspace';

/** Request for the scope of a call. */
export interface ScopeRequest {
  readonly context: ServerContext;
  readonly server: McpServer;
  readonly workspaceRoot: string;
  readonly reach: CallReach;
}

/**
 * Determines the folders that the client's roots limit the call to, for all tools, prompts and resources. A client
 * without roots limits nothing: the user who started the server chose the workspace.
 *
 * @throws {PathDeniedError} if every root is outside the workspace
 * @throws {LexichordError} `invalid-argument` if the roots are a part of the workspace and the call needs the whole
 */
export async function callScope({ context, server, workspaceRoot, reach }: ScopeRequest): Promise<CallScope> {
  if (!offersRoots(context, server)) return {};
  const answer = inputResponse(context.mcpReq.inputResponses, rootsKey);
  if (answer.kind !== 'roots') {
    return { question: inputRequired({ inputRequests: { [rootsKey]: inputRequired.listRoots() } }) };
  }
  const uris = answer.roots.map(({ uri }) => uri);
  const folders = await foldersOf(uris, workspaceRoot);
  if (reach === 'workspace') requireWholeWorkspace(folders);
  return { folders };
}

/**
 * Whether the client offers roots. In the current revision each request has the client's capabilities, in the earlier
 * one the first message of a connection.
 */
function offersRoots({ mcpReq: { envelope = {} } }: ServerContext, { server }: McpServer): boolean {
  const ofRequest: unknown = Object.entries(envelope).find(([key]) => key === CLIENT_CAPABILITIES_META_KEY)?.[1];
  if (typeof ofRequest === 'object' && ofRequest !== null) return 'roots' in ofRequest;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- For the earlier revision there is nothing else.
  return server.getClientCapabilities()?.roots !== undefined;
}

async function foldersOf(uris: readonly string[], workspaceRoot: string): Promise<readonly string[] | undefined> {
  if (uris.length === 0) return undefined;
  const paths = await Promise.all(uris.map((uri) => pathIn(workspaceRoot, uri)));
  const folders = paths.filter((place) => place !== undefined);
  if (folders.includes('')) return undefined;
  if (folders.length > 0) return [...new Set(folders)].sort();
  throw new PathDeniedError('this workspace', 'none of the roots of the client is in it');
}

/** The folder relative to the workspace; empty if it contains the whole workspace, `undefined` if it is outside. */
async function pathIn(workspaceRoot: string, uri: string): Promise<string | undefined> {
  const path = localPath(uri);
  const root = path === undefined ? undefined : await realpath(path).catch(ignoreMissing);
  if (root === undefined) return undefined;
  return relativeInside(root, workspaceRoot) === undefined ? relativeInside(workspaceRoot, root) : '';
}

/** The local path of an address; `undefined` without one, as for another machine or with a NUL. */
function localPath(uri: string): string | undefined {
  if (!URL.canParse(uri) || new URL(uri).protocol !== 'file:') return undefined;
  try {
    const path = fileURLToPath(uri);
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}
