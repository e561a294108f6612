import { type LicenseInfo, type ILexichordRuntime } from '@lexichord/abstractions';
import { aLicense, secretExample } from '@lexichord/testing';

import { catchLog } from '../test-support/catch-log.js';
import { aFolder, runCommand } from '../test-support/run-command.js';
import type { Settings } from './read-settings.js';
import { licenseWarnings } from './with-runtime.js';

describe('licenseWarnings', () => {
  const warningsOf = (info: Partial<LicenseInfo>, source: 'file' | 'development' = 'file') => {
    const license = aLicense('Teams');
    const runtime = { license: { ...license, info: { ...license.info, ...info } } } as ILexichordRuntime;
    const settings = { license: { license: undefined, source, place: 'a test' } } as unknown as Settings;
    return licenseWarnings({ runtime, settings });
  };

  it('has nothing to say of a licence that holds, and says once that it is about to expire', () => {
    expect(warningsOf({})).toEqual([]);
    expect(warningsOf({ expiryWarning: 'Two days are left.' })).toEqual(['Two days are left.']);
  });

  it('says what is wrong with a licence that does not hold, unless nobody gave one', () => {
    const expired = { status: 'expired', message: 'It expired.' } as const;

    expect(warningsOf(expired)).toEqual(['It expired.']);
    expect(warningsOf(expired, 'development')).toEqual([]);
  });
});

describe('withRuntime', () => {
  const refusedPath = async (path: string): Promise<string> => {
    const log = catchLog();
    const { exitCode, stderr } = await runCommand(['--debug', 'preview', path], { workingDirectory: aFolder() });
    const logged = log();

    expect([exitCode, logged]).toEqual([expect.any(Number), expect.stringContaining('"Refused to read {path}')]);
    return logged + stderr;
  };

  it('keeps secrets of the command line out of the log and the error', async () => {
    const { text, values } = secretExample('npm', 3);

    const shown = await refusedPath(`../${text}`);

    expect(shown).toContain('[secret: npm]');
    for (const value of values) expect(shown).not.toContain(value);
  });

  it.each([
    ['a long path is cut', 'github', `../${'a'.repeat(280)}/`],
    ['line feeds are shown as escapes', 'private-key', '../'],
  ])('keeps them out where %s', async (_, rule, folder) => {
    const { text, values } = secretExample(rule, 3);

    const shown = await refusedPath(`${folder}${text}`);

    expect(shown).toContain(`[secret: ${rule}]`);
    const starts = values.flatMap((value) => value.split('\n')).map((line) => line.slice(0, 12));
    for (const start of starts) expect(shown).not.toContain(start);
  });
});
