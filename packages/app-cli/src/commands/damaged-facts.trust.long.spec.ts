import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { aPreparedFolder } from '../test-support/prepared-folder.js';
import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

const workspaceName = 'zoological';
const facts = (name: string): string => `entities:\n  - {type: Service, name: ${name}}\n`;

/** A workspace with two services, each of a document and a commit of its own. */
function aGraph(): Promise<string> {
  return aPreparedFolder({
    name: 'two-services',
    files: {
      '.agent/config.yml': `knowledge: { workspace: ${workspaceName} }\n`,
      'billing.yaml': facts('Billing'),
      'ledger.yaml': facts('Ledger'),
      'more.yaml': facts('More'),
    },
    prepare: async (workingDirectory) => {
      for (const file of ['billing.yaml', 'ledger.yaml']) {
        await runJson(['knowledge', 'import', file], { workingDirectory });
      }
    },
  });
}

/** The files that hold rows of the facts with a text. */
function dataFiles(workspace: string, text: string): readonly string[] {
  const folder = join(workspace, '.lexichord/db/knowledge-facts.lance/data');
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => readFileSync(path).includes(text));
}

describe('facts whose files are damaged', () => {
  let whole: string;

  beforeAll(async () => {
    whole = await aGraph();
  });

  /** A copy, whose state is still the user's own. */
  function damagedBy(damage: (workspace: string) => void): string {
    const workspace = aFolder();
    cpSync(whole, workspace, { recursive: true, preserveTimestamps: true });
    damage(workspace);
    return workspace;
  }

  /** One bit in a column by which rows are looked for. */
  function flipWorkspaceName(workspace: string): void {
    const files = dataFiles(workspace, workspaceName);
    expect(files).not.toEqual([]);
    for (const path of files) {
      const bytes = readFileSync(path);
      for (let at = bytes.indexOf(workspaceName); at >= 0; at = bytes.indexOf(workspaceName)) bytes[at]! ^= 1;
      writeFileSync(path, bytes);
    }
  }

  it.each([
    'context billing',
    'search billing',
    'show Billing',
    'export',
    'check',
    'axioms',
    'backup facts.backup',
    'import more.yaml',
  ])('are an error, and never few or none: knowledge %s', async (command) => {
    const workingDirectory = damagedBy(flipWorkspaceName);

    const { exitCode, stdout, stderr } = await runCommand(['knowledge', ...command.split(' ')], { workingDirectory });

    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('changed or damaged after');
    expect(stderr).toContain('lexichord doctor --repair');
    expect(existsSync(join(workingDirectory, 'facts.backup'))).toBe(false);
  });

  it('are given back by a repair but for those that are lost, and the graph counts what is left', async () => {
    const workingDirectory = damagedBy((workspace) => {
      for (const path of dataFiles(workspace, 'Billing')) rmSync(path);
    });
    const found = await runCommand(['doctor'], { workingDirectory });

    const mended = await runCommand(['doctor', '--repair'], { workingDirectory });

    expect([found.exitCode, mended.exitCode]).toEqual([1, 0]);
    expect(mended.stdout).toContain('mended: Table "knowledge-facts" was damaged');
    expect(mended.stdout).toContain('mended: Knowledge graph, statements: 1 kept, 1 lost.');
    const exported = await runCommand(['knowledge', 'export'], { workingDirectory });
    expect(exported.exitCode).toBe(0);
    expect(exported.stdout).toContain('Ledger');
    await runJson(['knowledge', 'import', 'billing.yaml'], { workingDirectory });
    expect((await runCommand(['doctor', '--deep'], { workingDirectory })).exitCode).toBe(0);
    expect((await runCommand(['knowledge', 'export'], { workingDirectory })).stdout).toContain('Billing');
  });
});

describe('a backup of facts that nobody can understand', () => {
  it('is refused by its line, though its checksum is right', async () => {
    const workingDirectory = await aGraph();
    const file = join(workingDirectory, 'facts.backup');
    await runJson(['knowledge', 'backup', file], { workingDirectory });
    rmSync(join(workingDirectory, '.lexichord'), { recursive: true });
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -2);
    const line = lines.findIndex((text) => text.includes('Ledger'));
    lines[line] = lines[line]!.replace('"payload":""', '"payload":"{\\"properties\\":"');
    const text = `${lines.join('\n')}\n`;
    const end = { rows: lines.length - 1, sha256: createHash('sha256').update(text).digest('hex') };
    writeFileSync(file, `${text}${JSON.stringify(end)}\n`);

    const { exitCode, code, message } = await runToError(['knowledge', 'restore', file], { workingDirectory });

    expect([exitCode, code]).toEqual([2, 'invalid-argument']);
    expect(message).toContain(`line ${line + 1}`);
    expect(message).toContain('Nothing was restored');
    expect((await runCommand(['knowledge', 'export'], { workingDirectory })).stderr).toContain('graph is empty');
  });
});
