import { load, messageOf, useConfigurationFolder, writeWorkspaceFile } from './test-support/configuration-folder.js';

useConfigurationFolder();

const configure = (name: string): Promise<void> =>
  writeWorkspaceFile(`context:\n  chunking:\n    languages:\n      ${JSON.stringify(name)}: line_based\n`);

describe('context.chunking.languages', () => {
  it.each(['typescript', 'csharp', 'cpp', 'objective-c', 'tsx', 'markdown', 'yaml', 'sql', 'unknown'])(
    'T-016 AC-149: knows %s',
    async (name) => {
      await configure(name);

      const { values } = await load();

      expect(values.context.chunking.languages).toEqual({ [name]: 'line_based' });
    },
  );

  it.each([
    ['ts', 'typescript'],
    ['TypeScript', 'typescript'],
    ['typscript', 'typescript'],
    ['c#', 'csharp'],
    ['C#', 'csharp'],
    ['cs', 'csharp'],
    ['c++', 'cpp'],
    ['golang', 'go'],
    ['sh', 'bash'],
    ['md', 'markdown'],
    ['pyhton', 'python'],
    ['unkown', 'unknown'],
    ['*', 'unknown'],
  ])('T-016 AC-150: refuses "%s" and says what was meant: %s', async (name, meant) => {
    await configure(name);

    const message = await messageOf(load());

    expect(message).toContain(`context.chunking.languages.${name} is not a valid name; did you mean "${meant}"?`);
    expect(message).toContain('.agent/config.yml:4:7');
  });

  it.each(['klingon', 'hasOwnProperty', 'x'.repeat(300)])(
    'T-016 AC-150: refuses what is like no language: %s',
    async (name) => {
      await configure(name);

      expect(await messageOf(load())).toContain(
        'it is not a supported language; unknown stands for all languages without a parser',
      );
    },
  );

  it('T-016 AC-150: refuses such a name from the environment too', async () => {
    const message = await messageOf(load({ LEXICHORD__CONTEXT__CHUNKING__LANGUAGES__TS: 'line_based' }));

    expect(message).toContain('did you mean "typescript"?');
  });
});
