import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { loadConfiguration } from './load-configuration.js';
import {
  folder,
  load,
  messageOf,
  useConfigurationFolder,
  workspaceRoot,
  write,
  writeUserFile,
  writeWorkspaceFile,
} from './test-support/configuration-folder.js';

useConfigurationFolder();

describe('loadConfiguration from files', () => {
  it.each([
    ['storage: { address: "s3://attacker/bucket" }', 'storage.address'],
    ['license: { file: /home/x/token }', 'license.file'],
    ['compression: { chat: { endpoint: "http://attacker/v1", model: m } }', 'compression.chat.endpoint'],
  ])('refuses in the workspace what reaches outside it, and takes it from the user: %s', async (yaml, key) => {
    await writeWorkspaceFile(yaml);
    const message = await messageOf(load());
    await rm(join(workspaceRoot, '.agent'), { recursive: true });
    await writeUserFile(yaml);
    const { origins } = await load();

    expect(message).toContain(
      `${key} must not be set by a workspace's file, because it reaches outside the workspace; set it in ` +
        '~/.config/lexichord/config.yml, in the environment or by a flag (.agent/config.yml:1:',
    );
    expect(message).not.toContain('attacker');
    expect(origins.get(key)).toBe('user');
  });

  it.each([
    ['preview: { port: 80 }', 'preview.port', 'it controls the port that this machine listens on'],
    ['compression: { retention: { originals_days: 1 } }', 'compression.retention.originals_days', 'it removes what'],
    ['compression: { method: extractive }', 'compression.method', 'it controls whether conversations are sent'],
  ])('refuses in the workspace what is not for a repository to decide: %s', async (yaml, key, reason) => {
    await writeWorkspaceFile(yaml);

    expect(await messageOf(load())).toContain(`${key} must not be set by a workspace's file, because ${reason}`);
  });

  it('takes a section without keys for one that is not set', async () => {
    await writeWorkspaceFile('context:\n  budget:\nstorage:\n');

    expect((await load()).values).toEqual((await load({}, { workspaceRoot: folder })).values);
  });

  it.each([
    ['', 'empty'],
    ['# only a comment\n', 'a comment'],
    ['\ufeffmodel: { name: gpt-4o }\r\n', 'a byte order mark and CRLF'],
  ])('takes a file that is %j', async (yaml) => {
    await writeWorkspaceFile(yaml);

    await expect(load()).resolves.toBeDefined();
  });

  it.each([
    ['context: [1, 2', /\.agent\/config\.yml:1:\d+ is not valid YAML/],
    ['context:\n  budget:\n   total: 1\n  - x', /\.agent\/config\.yml:[34]:\d+ is not valid YAML/],
    ['model: {}\nmodel: {}', /\.agent\/config\.yml:2:1 is not valid YAML\. This key is a duplicate/],
    ['a: 1\n---\nb: 2', /\.agent\/config\.yml:\d:\d+ is not valid YAML/],
    ['- a\n- b', /must be a mapping/],
    ['just text', /must be a mapping/],
    ['[', /not valid YAML/],
    ['['.repeat(60_000), /1:21 is not valid YAML\. It is nested more than 20 levels deep/],
    ['a: 1\r\nb: {a: '.repeat(21), /22:4 is not valid YAML/],
    [
      `a: "${'['.repeat(30)}"\nb: |\n  ${'- '.repeat(30)}\nc: ${'- '.repeat(30)}`,
      /4:4\d is not valid YAML\. It is nested/,
    ],
    ['? '.repeat(30_000), /1:41 is not valid YAML\. It is nested more than 20 levels deep/],
    ['? [a]\n: b', /1:1 is not valid YAML\. A key must be a text/],
    [Array.from({ length: 25 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), /2\d:\d+ is not valid YAML\. It is nested/],
    ['x'.repeat(65_537), /has 65537 bytes; at most 65536 are read/],
    ['context: &a\n  budget: *a', /not valid YAML\. It (is nested|uses too many)/],
    [`model: &m { name: x }\nsearch: [${'*m,'.repeat(200)}]`, /not valid YAML\. It uses too many aliases/],
  ])('says file, line and column of what is no configuration (%#)', async (yaml, message) => {
    await writeWorkspaceFile(yaml);

    expect(await messageOf(load())).toMatch(message);
  });

  it('never repeats the text of a broken file', async () => {
    await writeUserFile('license: { file: "hunter2\nmodel: hunter2: hunter2');

    expect(await messageOf(load())).not.toContain('hunter2');
  });

  it.each(['__proto__', 'constructor', 'prototype'])('takes %s for an unknown key, wherever it stands', async (key) => {
    for (const yaml of [
      `${key}: { x: 1 }`,
      `context: { agents: { ${key}: { default_budget: 5 } } }`,
      `logging: { ${key}: debug }`,
    ]) {
      await writeWorkspaceFile(yaml);

      expect(await messageOf(load())).toContain(`${key} is not a known key`);
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    }
  });

  it('does not follow a link out of the workspace', async () => {
    await write('outside.yml', 'model: { name: x }');
    await mkdir(join(workspaceRoot, '.agent'));
    await symlink(join(folder, 'outside.yml'), join(workspaceRoot, '.agent/config.yml'));

    expect(await messageOf(load())).toMatch(/^path-denied: ".agent\/config.yml" may not be read/);
  });

  it('follows a link within the workspace, and links of the user', async () => {
    await write('workspace/shared.yml', 'model: { name: shared }');
    await mkdir(join(workspaceRoot, '.agent'));
    await symlink('../shared.yml', join(workspaceRoot, '.agent/config.yml'));
    await write('dotfiles/lexichord.yml', 'logging: { level: info }');
    await mkdir(join(folder, 'home/.config/lexichord'), { recursive: true });
    await symlink(join(folder, 'dotfiles/lexichord.yml'), join(folder, 'home/.config/lexichord/config.yml'));

    const { values } = await load();

    expect([values.model.name, values.logging.level]).toEqual(['shared', 'info']);
  });

  it('does not read what is no regular file', async () => {
    await mkdir(join(workspaceRoot, '.agent/config.yml'), { recursive: true });

    expect(await messageOf(load())).toContain('.agent/config.yml is not a regular file');
  });

  it("finds the user's file in XDG_CONFIG_HOME, and shows a path outside the home as it is", async () => {
    await write('xdg/lexichord/config.yml', 'logging: { level: debug }');

    const { values, files } = await load({ XDG_CONFIG_HOME: join(folder, 'xdg') });

    expect(values.logging.level).toBe('debug');
    expect(files).toEqual([join(folder, 'xdg/lexichord/config.yml')]);
  });

  it("reads no user's file without a home, and ignores a relative XDG folder", async () => {
    await writeUserFile('logging: { level: debug }');

    const hermetic = await loadConfiguration({ workspaceRoot, environment: {} });
    const relative = await load({ XDG_CONFIG_HOME: 'relative' });

    expect(hermetic.values.logging.level).toBe('warn');
    expect(relative.values.logging.level).toBe('debug');
  });

  it('reads the file that was named, which must exist', async () => {
    await write('mine.yml', 'logging: { level: error, context_packer: debug }');

    const { values } = await load({}, { userFile: join(folder, 'mine.yml') });
    const missing = messageOf(load({}, { userFile: join(folder, 'none.yml') }));

    expect(values.logging).toEqual({ level: 'error', context_packer: 'debug' });
    expect(await missing).toMatch(/^not-found: /);
  });
});
