import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type CommandResult, aFolder, runCommand } from '../test-support/run-command.js';

/** What the archived states were made of, by `index`, `memory add`, `knowledge import`, `strategies disable`, `pack`. */
const files = {
  '.agent/.keep': '',
  'notes.md': '# Zebra crossing\n\nLook left, then right.\n',
  'facts.yaml': `entities:
  - type: Service
    name: Billing
    properties: { owner: payments }
axioms:
  - name: services have an owner
    description: Somebody answers for every service.
    targetType: Service
    severity: error
    condition: { kind: required-property, property: owner }
`,
  'chat.jsonl':
    '{"role":"user","content":"Which database do we take?"}\n' +
    '{"role":"assistant","content":"Decision: we take PostgreSQL, because it is there."}\n',
};

/** Each archive with the head that `memory add` printed then. */
const states = [['before-origins', 'b39836c9542d112cde4642a14d9531bfee06300afc50949cbdd52ce9a6cec7a3']] as const;

describe.each(states)('the state of an earlier version: %s', (archive, head) => {
  let workingDirectory: string;
  const run = (...argv: readonly string[]): Promise<CommandResult> => runCommand(argv, { workingDirectory });
  const stdout = async (...argv: readonly string[]): Promise<string> => {
    const { exitCode, stdout: text, stderr } = await run(...argv);
    expect([argv, exitCode, stderr]).toEqual([argv, 0, '']);
    return text;
  };

  beforeEach(async () => {
    workingDirectory = join(aFolder(), 'workspace');
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(workingDirectory, path, '..'), { recursive: true });
      writeFileSync(join(workingDirectory, path), content);
    }
    const path = fileURLToPath(new URL(`../test-support/states/${archive}.tgz`, import.meta.url));
    execFileSync('tar', ['-xzf', path, '-C', workingDirectory]);
    // What has no origin is set aside first.
    expect((await run('config', 'validate')).stderr).toContain('lexichord doctor --adopt .lexichord.aside-1');
    await stdout('doctor', '--adopt', '.lexichord.aside-1');
  });

  it('keeps every conversation byte for byte, with the head that was given out', async () => {
    expect(await stdout('memory', 'export', 'chat')).toBe(files['chat.jsonl']);
    expect(await stdout('memory', 'verify', 'chat', '--head', head)).toContain('is intact');
    expect(await stdout('memory', 'recall', 'chat', 'which database', '--json')).toContain('PostgreSQL');
    expect(await stdout('memory', 'show', 'chat')).toContain('PostgreSQL');
    appendFileSync(join(workingDirectory, 'chat.jsonl'), '{"role":"user","content":"Good."}\n');
    const grown = await stdout('memory', 'add', 'chat.jsonl', '--conversation', 'chat', '--json');
    expect(JSON.parse(grown)).toMatchObject({ added: 1, known: 2 });
  });

  it('keeps every fact, under the ids that it had', async () => {
    expect(await stdout('knowledge', 'show', 'Billing')).toContain('payments');
    expect(await stdout('knowledge', 'axioms')).toContain('services have an owner');
    // The same file again changes nothing.
    expect(JSON.parse(await stdout('knowledge', 'import', 'facts.yaml', '--json'))).toMatchObject({
      changes: { entities: { added: 0, removed: 0 } },
    });
  });

  it('keeps what was switched and packed, and finds what it found', async () => {
    expect(await stdout('strategies', 'list')).toMatch(/heading.*off/u);
    expect(await stdout('context', 'show')).toContain('notes.md');
    expect(await stdout('search', 'zebra crossing')).toContain('notes.md');
    expect(await stdout('pack', 'zebra crossing')).toContain('Look left, then right.');
  });

  it('has a copy of each table beside it that cannot be made again, once that was opened, and is whole', async () => {
    await stdout('memory', 'export', 'chat');
    await stdout('knowledge', 'show', 'Billing');

    expect((await run('doctor')).exitCode).toBe(0);
    expect(
      readdirSync(join(workingDirectory, '.lexichord/db'))
        .filter((name) => name.endsWith('.backup'))
        .sort(),
    ).toEqual(['conversation-log.v1.backup', 'knowledge-facts.v1.backup']);
  });
});
