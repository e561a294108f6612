import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { type CheckReport, CompressionLevel, ICompressionStore } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { glossary, petApi, rules } from '../test-support/knowledge-workspace.js';
import { chatFile } from '../test-support/memory-workspace.js';
import { aPreparedFolder } from '../test-support/prepared-folder.js';
import { runCommand, runJson } from '../test-support/run-command.js';

/** A workspace with something of everything that is kept. */
function aFullWorkspace(): Promise<string> {
  return aPreparedFolder({
    name: 'full',
    files: {
      'openapi.yaml': petApi,
      'docs/glossary.md': glossary,
      'rules.yaml': rules,
      'src/login.ts': 'export function login(name: string): string {\n  return `Hello ${name}`;\n}\n',
      'chat.jsonl': chatFile(),
    },
    prepare: storeOfEverything,
  });
}

async function storeOfEverything(workingDirectory: string): Promise<void> {
  for (const command of [
    'index',
    'knowledge import openapi.yaml docs/glossary.md rules.yaml',
    'memory add chat.jsonl --conversation chat',
    'pack login',
    'strategies disable style',
  ]) {
    const { exitCode, stderr } = await runCommand(command.split(' '), { workingDirectory });
    expect([command, exitCode, stderr]).toEqual([command, 0, expect.any(String)]);
  }
}

/** Writes one word of each stored level anew, as somebody who can write to the store. @returns how many have the word */
async function forgeLevels(workspaceRoot: string): Promise<number> {
  const environment = { HOME: homedir() };
  const runtime = await createRuntime({ workspaceRoot, license: developmentLicense, environment });
  const store = runtime.resolve(ICompressionStore);
  let forged = 0;
  for (const level of [CompressionLevel.detailed, CompressionLevel.brief, CompressionLevel.tags]) {
    for (const stored of await store.levels('chat', level)) {
      if (!stored.content.includes('quay')) continue;
      await store.putLevel({ ...stored, content: stored.content.replaceAll('quay', 'pier') });
      forged += 1;
    }
  }
  await runtime.dispose();
  return forged;
}

async function checksOf(workingDirectory: string): Promise<Readonly<Record<string, CheckReport>>> {
  const { checks } = await runJson(['doctor', '--deep'], { workingDirectory });
  return Object.fromEntries((checks as readonly CheckReport[]).map((report) => [report.kind, report]));
}

describe('doctor --deep', () => {
  it('says of a healthy workspace how much of each kind it has compared', async () => {
    const workingDirectory = await aFullWorkspace();

    const checks = await checksOf(workingDirectory);
    const shown = await runCommand(['doctor', '--deep'], { workingDirectory });

    for (const [kind, { checked, problems }] of Object.entries(checks)) {
      // The tables of a small workspace have no indexes.
      expect([kind, checked > 0, problems]).toEqual([kind, kind !== 'table-indexes', 0]);
    }
    expect(Object.keys(checks)).toEqual([
      ...[
        'table-files',
        'table-indexes',
        'last-pack',
        'search-files',
        'search-chunks',
        'search-vectors',
        'search-copies',
      ],
      ...['knowledge-facts', 'knowledge-relationships', 'knowledge-vectors'],
      ...['segment-messages', 'conversation-segments', 'compressed-levels', 'state-files'],
    ]);
    // Of what is found by words and meaning, and of which files are known.
    expect(checks['search-copies']).toMatchObject({ checked: 2, uncompared: 0 });
    expect([shown.exitCode, shown.stderr]).toEqual([0, '']);
    expect(shown.stdout).toMatch(/compressed levels +6 +ok/u);
    expect(await runJson(['doctor'], { workingDirectory })).not.toHaveProperty('checks');
  });

  it('finds levels that are whole and false, which nothing else does, and makes them again', async () => {
    const workingDirectory = await aFullWorkspace();
    const before = await runCommand(['memory', 'show', 'chat', '--level', 'brief'], { workingDirectory });
    const forged = await forgeLevels(workingDirectory);

    const plain = await runCommand(['doctor'], { workingDirectory });
    const found = await runCommand(['doctor', '--deep'], { workingDirectory });
    const mended = await runCommand(['doctor', '--deep', '--repair'], { workingDirectory });
    const after = await runCommand(['doctor', '--deep'], { workingDirectory });

    expect(forged).toBeGreaterThan(1);
    expect([plain.exitCode, found.exitCode, mended.exitCode, after.exitCode]).toEqual([0, 1, 0, 0]);
    expect(found.stdout).toContain('damaged: compressed levels, ');
    expect(found.stdout).toContain('its text does not match the messages of the segment');
    expect(found.stdout).toMatch(new RegExp(`compressed levels +6 +${forged} problems`, 'u'));
    expect(mended.stdout).toMatch(new RegExp(`compressed levels +6 +${forged} mended`, 'u'));
    expect(await runCommand(['memory', 'show', 'chat', '--level', 'brief'], { workingDirectory })).toEqual(before);
  });

  it('names files of the state folder that cannot be read', async () => {
    const workingDirectory = await aFullWorkspace();
    writeFileSync(join(workingDirectory, '.lexichord/state.json'), '{');
    writeFileSync(join(workingDirectory, '.lexichord/last-pack.json'), '{}');

    const found = await runCommand(['doctor', '--deep'], { workingDirectory });
    const { checks } = await runJson(['doctor', '--deep', '--repair'], { workingDirectory });

    expect(found.exitCode).toBe(1);
    expect(found.stdout).toContain('The enabled strategies cannot be read');
    expect(found.stdout).toContain('The last pack cannot be explained');
    expect(checks).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'last-pack', problems: 1, mended: 1 }),
        expect.objectContaining({ kind: 'state-files', problems: 1, mended: 0 }),
      ]) as object,
    );
  });

  it('does not take files that were changed since for damage, and says how many', async () => {
    const workingDirectory = await aFullWorkspace();
    appendFileSync(join(workingDirectory, 'src/login.ts'), '// more\n');

    const { exitCode, stdout } = await runCommand(['doctor', '--deep'], { workingDirectory });

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/\d+ of \d+ chunks of the search index could not be compared: of files that have changed/u);
  });

  it('goes on when one of the checks cannot read its table', async () => {
    const workingDirectory = await aFullWorkspace();
    rmSync(join(workingDirectory, '.lexichord/db/knowledge-facts.lance/data'), { recursive: true });

    const { exitCode, stdout } = await runCommand(['doctor', '--deep'], { workingDirectory });

    expect(exitCode).toBe(1);
    expect(stdout).toContain('It could not be finished.');
    expect(stdout).toMatch(/compressed levels +6 +ok/u);
    expect(stdout).toMatch(/damaged: files of tables, knowledge-facts: The file data\/\S+ is missing/u);
  });

  it('shows on a terminal what it is looking at, and stops when it is told to', async () => {
    const workingDirectory = await aFullWorkspace();
    const controller = new AbortController();
    const onStderr = (text: string): void => {
      if (text.includes('Checking ')) controller.abort(new Error('enough'));
    };

    const { exitCode, stdout, stderr } = await runCommand(['doctor', '--deep'], {
      ...{ workingDirectory, terminalColumns: 80, signal: controller.signal, onStderr },
    });

    expect(exitCode).toBe(130);
    expect(stderr).toContain('Checking ');
    expect(stdout).not.toContain('compressed levels');
  });
});
