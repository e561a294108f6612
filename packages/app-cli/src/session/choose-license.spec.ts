import { developmentLicense } from '@lexichord/license';
import { loadConfiguration } from '@lexichord/runtime/internal';

import { aFolder } from '../test-support/run-command.js';
import { chooseLicense } from './choose-license.js';

async function choose(home: string, environment: Readonly<Record<string, string>> = {}) {
  const variables = { HOME: home, ...environment };
  const configuration = await loadConfiguration({ workspaceRoot: aFolder(), environment: variables });
  return chooseLicense(configuration, { environment: variables, workingDirectory: home });
}

const userFile = '.config/lexichord/config.yml';

describe('chooseLicense', () => {
  it('is the development licence when none is given', async () => {
    expect(await choose(aFolder())).toMatchObject({ license: developmentLicense, source: 'development' });
    expect(await choose(aFolder(), { LEXICHORD_LICENSE: '' })).toMatchObject({ source: 'development' });
  });

  it('is the token of the environment, before a file', async () => {
    const home = aFolder({
      [userFile]: 'license:\n  file: licence.jwt\n',
      '.config/lexichord/licence.jwt': 'from a file',
    });

    expect(await choose(home, { LEXICHORD_LICENSE: 'abc' })).toMatchObject({
      license: { publicKey: developmentLicense.publicKey, token: 'abc' },
      source: 'environment',
    });
  });

  it.each([
    ['licence.jwt', '.config/lexichord/licence.jwt'],
    ['~/keys/licence.jwt', 'keys/licence.jwt'],
  ])('is the file that the user names: %s', async (name, place) => {
    const home = aFolder({ [userFile]: `license:\n  file: ${name}\n`, [place]: 'token-of-a-file\n' });

    expect(await choose(home)).toMatchObject({ license: { token: 'token-of-a-file\n' }, source: 'file' });
  });

  it('is the file that the environment names, relative to the current folder', async () => {
    const home = aFolder({ 'licence.jwt': 'token' });

    expect(await choose(home, { LEXICHORD__LICENSE__FILE: 'licence.jwt' })).toMatchObject({
      license: { token: 'token' },
    });
  });

  it.each([
    ['missing.jwt', 'there is no such file'],
    ['empty.jwt', 'it is empty'],
    ['folder', 'it is a folder'],
    ['/dev/zero', 'it is a pipe, a device or a socket'],
  ])('is never the development licence when %s cannot be read', async (name, reason) => {
    const home = aFolder({
      [userFile]: `license:\n  file: ${name}\n`,
      '.config/lexichord/empty.jwt': ' \n',
      '.config/lexichord/folder/x': '',
    });

    const chosen = await choose(home);

    expect(chosen).toMatchObject({ license: undefined, source: 'file' });
    expect(chosen.problem).toContain(reason);
  });

  it('is never the development licence for a token of white space', async () => {
    expect(await choose(aFolder(), { LEXICHORD_LICENSE: ' ' })).toMatchObject({
      license: undefined,
      problem: expect.stringContaining('it is empty') as string,
    });
  });

  it('reads no more than a licence can be', async () => {
    const home = aFolder({ 'huge.jwt': 'x'.repeat(200_000) });
    const chosen = await choose(home, { LEXICHORD__LICENSE__FILE: 'huge.jwt' });

    expect(chosen.license?.token).toHaveLength(65_536);
  });
});
