import { dirname, resolve } from 'node:path';

import { type License, developmentLicense } from '@lexichord/license';
import { expandHome, openInputFile } from '@lexichord/platform/internal';
import { type LoadedConfiguration, userConfigurationFile } from '@lexichord/runtime/internal';

import type { CommandIo } from '../command-io.js';

/** Source of the licence in force. */
export type LicenseSource = 'development' | 'environment' | 'file';

/** The licence to run with. */
export interface ChosenLicense {
  /** `undefined` for a given licence that cannot be read; the tier is then Core. */
  readonly license: License | undefined;
  readonly source: LicenseSource;
  /** Source of the licence, in words. */
  readonly place: string;
  /** The reason why the licence cannot be read. */
  readonly problem?: string | undefined;
}

/** Limit of a licence file; a longer one is malformed. */
const maxFileBytes = 65_536;

/**
 * The user's licence if one was given, else the development licence. A bad licence is never replaced by the development
 * licence.
 */
export async function chooseLicense(
  { values, origins }: Pick<LoadedConfiguration, 'values' | 'origins'>,
  { environment, workingDirectory }: Pick<CommandIo, 'environment' | 'workingDirectory'>,
): Promise<ChosenLicense> {
  const token = environment['LEXICHORD_LICENSE'];
  if (token !== undefined && token !== '') {
    return given(token, { source: 'environment', place: 'environment variable LEXICHORD_LICENSE' });
  }
  const { file } = values.license;
  if (file === undefined) {
    return { license: developmentLicense, source: 'development', place: 'the built-in development licence' };
  }
  const userFile = userConfigurationFile(environment);
  const isUsersOwn = origins.get('license.file') === 'user' && userFile !== undefined;
  const path = resolve(isUsersOwn ? dirname(userFile) : workingDirectory, expandHome(file, environment));
  const source = { source: 'file', place: `${file}, named by license.file` } as const;
  const { text, problem } = await readToken(path);
  return problem === undefined ? given(text, source) : unreadable(problem, source);
}

type LicenseOrigin = Pick<ChosenLicense, 'source' | 'place'>;

function given(token: string, origin: LicenseOrigin): ChosenLicense {
  if (token.trim() === '') return unreadable('it is empty', origin);
  return { license: { publicKey: developmentLicense.publicKey, token }, ...origin };
}

function unreadable(reason: string, origin: LicenseOrigin): ChosenLicense {
  const problem = `The licence from ${origin.place} cannot be read: ${reason}. The Core tier is in force. Put the licence token there, or remove the setting.`;
  return { license: undefined, ...origin, problem };
}

async function readToken(path: string): Promise<{ readonly text: string; readonly problem?: string }> {
  try {
    const { handle } = await openInputFile(path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxFileBytes), 0, maxFileBytes, 0);
      return { text: buffer.toString('utf8', 0, bytesRead) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { text: '', problem: reasons[code ?? ''] ?? `reading it failed (${code ?? 'unknown reason'})` };
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
  ENXIO: 'it is a pipe, a device or a socket',
};
