import { ErrorCode } from '@lexichord/abstractions';

import { MemoryFiles } from '../test-support/memory-files.js';
import { type Manifest, readManifests } from './read-manifests.js';

const read = (contents: Readonly<Record<string, string>>): Promise<Manifest> =>
  readManifests(new Set(Object.keys(contents)), new MemoryFiles(contents), {});

describe('readManifests', () => {
  it.each<readonly [string, string, Partial<Manifest>]>([
    ['package.json', '{ "name": "tide", "description": "Tides." }', { name: 'tide', description: 'Tides.' }],
    [
      'Cargo.toml',
      '[dependencies]\nname = "no"\n\n[package] # ours\nname="tide"\ndescription = "Tides: \\"all\\"." # of them\n',
      { name: 'tide', description: 'Tides: "all".' },
    ],
    ['Cargo.toml', "[workspace.package]\r\ndescription = 'Tides \\ all.'\r\n", { description: 'Tides \\ all.' }],
    ['pyproject.toml', '[project]\nname = "tide"\n[[tool.x]]\ndescription = "No."\n', { name: 'tide' }],
    ['pyproject.toml', '[tool.poetry]\ndescription = "Tides."\n', { description: 'Tides.' }],
    ['go.mod', '// A module.\nmodule example.com/tide/v2\n\ngo 1.22\n', { name: 'example.com/tide/v2' }],
    ['go.mod', 'module "example.com/tide"\n', { name: 'example.com/tide' }],
  ])('reads %s: %s', async (path, text, expected) => {
    const manifest = await read({ [path]: text });

    expect(JSON.parse(JSON.stringify(manifest))).toEqual({ entries: [], ...expected });
  });

  it('takes what one manifest does not say from the next', async () => {
    const manifest = await read({
      'go.mod': 'module example.com/no\n',
      'package.json': '{ "name": "tools", "description": " ", "main": "./a.js", "bin": { "b": "b.js" } }',
      'pyproject.toml': '[project]\nname = "no"\ndescription = "Tides."\n',
    });

    expect(manifest).toEqual({ name: 'tools', description: 'Tides.', entries: ['a.js', 'b.js'] });
  });

  it.each(['{ "name": 3, "description": [', '[project]\nname = """\ndescription = 3\n', ''])(
    'says nothing where nothing is said: %j',
    async (text) => {
      expect(await read({ 'package.json': text, 'Cargo.toml': text, 'pyproject.toml': text, 'go.mod': text })).toEqual({
        entries: [],
      });
    },
  );

  it('says nothing of a manifest that cannot be read', async () => {
    const files = new MemoryFiles({ 'package.json': '{ "name": "tide" }' });
    files.broken.set('package.json', ErrorCode.ioFailed);

    expect(await readManifests(new Set(['package.json']), files, {})).toEqual({ entries: [] });
  });
});
