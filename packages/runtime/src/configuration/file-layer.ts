import { constants, realpathSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { ErrorCode, LexichordError, PathDeniedError, workspaceConfigurationPath } from '@lexichord/abstractions';

import { openedPath, relativeInside } from '@lexichord/platform/internal';
import type { ConfigurationLayer } from './configuration-layer.js';
import { parseYaml } from './parse-yaml.js';

/** Maximum size: ten times that of all keys. The parser takes quadratic time for some hostile texts. */
const maxFileBytes = 65_536;

/**
 * Reads the workspace's file; `undefined` if it does not exist.
 *
 * @throws {PathDeniedError} if it is a symbolic link to a file outside the workspace
 * @throws {LexichordError} `invalid-configuration`, `io-failed`
 */
export async function readWorkspaceLayer(workspaceRoot: string): Promise<ConfigurationLayer | undefined> {
  const path = join(workspaceRoot, workspaceConfigurationPath);
  const [root, target] = [realpathIfAny(workspaceRoot), realpathIfAny(path)];
  if (root === undefined || target === undefined) return undefined;
  requireInside(root, target);
  const text = await readIfAny(target, workspaceConfigurationPath, (opened) => requireInside(root, opened));
  return text === undefined
    ? undefined
    : toLayer(text, { label: workspaceConfigurationPath, path, origin: 'workspace' });
}

/**
 * Reads the user's file, in any folder; `undefined` if it does not exist.
 *
 * @param label name of the file in messages
 * @throws {LexichordError} `invalid-configuration`, `io-failed`
 */
export async function readFileLayer(path: string, label: string): Promise<ConfigurationLayer | undefined> {
  const text = await readIfAny(path, label);
  return text === undefined ? undefined : toLayer(text, { label, path, origin: 'user' });
}

interface ConfigurationFile extends Pick<ConfigurationLayer, 'label' | 'origin'> {
  readonly path: string;
}

async function toLayer(text: string, { label, path, origin }: ConfigurationFile): Promise<ConfigurationLayer> {
  const { value, position } = await parseYaml(text, label);
  const folder = dirname(resolve(path));
  return { origin, value, label, folder, locate: (keys) => `${label}:${position(keys)}`, problems: [] };
}

/** @throws {PathDeniedError} */
function requireInside(root: string, target: string): void {
  if (relativeInside(root, target) !== undefined) return;
  throw new PathDeniedError(workspaceConfigurationPath, 'it is a link to a file outside the workspace');
}

/**
 * @param judge receives the real path of the open file, on systems that report it: the path may have been replaced
 */
async function readIfAny(
  path: string,
  label: string,
  judge?: (openedPath: string) => void,
): Promise<string | undefined> {
  let file: FileHandle | undefined;
  try {
    // Opened without blocking, because reading a named pipe would never end.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const opened = openedPath(file.fd);
    if (opened !== undefined) judge?.(opened);
    const stats = await file.stat();
    if (!stats.isFile()) throw unusable(label, 'is not a regular file');
    if (stats.size > maxFileBytes) throw unusable(label, `has ${stats.size} bytes; at most ${maxFileBytes} are read`);
    return await file.readFile('utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof LexichordError) throw error;
    throw new LexichordError(
      ErrorCode.ioFailed,
      `${label} could not be read (${errnoOf(error)}). Check its permissions.`,
      { details: { file: label }, cause: error },
    );
  } finally {
    await file?.close();
  }
}

function realpathIfAny(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new LexichordError(
      ErrorCode.ioFailed,
      `${workspaceConfigurationPath} could not be reached (${errnoOf(error)}). Check the permissions of its folder.`,
      { cause: error },
    );
  }
}

function unusable(label: string, reason: string): LexichordError {
  return new LexichordError(ErrorCode.invalidConfiguration, `${label} ${reason}. Replace or remove it.`, {
    details: { file: label },
  });
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errnoOf(error));
}

function errnoOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error';
}
