import { secretExample } from '@lexichord/testing';

import { catchLog } from '../test-support/catch-log.js';
import { commandNames, everyCommand, runCommandLine } from '../test-support/every-command.js';
import { aPreparedFolder } from '../test-support/prepared-folder.js';
import { aFolder, runCommand, runToError } from '../test-support/run-command.js';
import {
  type PlantedLine,
  SecretSupply,
  commandDefinitions,
  leaksIn,
  misunderstoodLines,
  understoodLines,
} from '../test-support/secret-arguments.js';

const subjects = {
  document: 'notes.md',
  query: 'billing',
  chunk: 'notes.md:1-3',
  otherChunk: 'notes.md:1-3',
  facts: 'facts.json',
  entity: 'Billing',
  transcript: 'chat.jsonl',
  conversation: 'chat',
  segment: '1a2b3c4d-1',
  memoryBackup: 'memory.backup',
  knowledgeBackup: 'knowledge.backup',
};

function aWorkspace(): Promise<string> {
  return aPreparedFolder({
    name: 'billing',
    files: {
      '.agent/.keep': '',
      'notes.md': '# Billing\n\nBilling charges people.\n',
      'chat.jsonl': `${JSON.stringify({ role: 'user', content: 'Billing takes the ferry.' })}\n`,
      'facts.json': JSON.stringify({ knowledge: 1, entities: [{ type: 'Component', name: 'Billing' }] }),
    },
    prepare: storeBilling,
  });
}

async function storeBilling(workingDirectory: string): Promise<void> {
  for (const line of [
    'index',
    'pack billing --open notes.md',
    'memory add chat.jsonl --conversation chat',
    'knowledge import facts.json',
    'memory backup memory.backup',
    'knowledge backup knowledge.backup',
  ]) {
    expect([line, (await runCommand(line.split(' '), { workingDirectory })).exitCode]).toEqual([line, 0]);
  }
}

async function leaksOf(lines: readonly PlantedLine[], workingDirectory: string): Promise<readonly string[]> {
  const leaks: string[] = [];
  for (const [index, { secret, ...line }] of lines.entries()) {
    const options = [[], ['--json'], ['--debug']][index % 3] ?? [];
    const argv = [...options, ...line.argv];
    const log = catchLog();
    const { stdout, stderr } = await runCommandLine({ ...line, argv }, { workingDirectory });
    if (leaksIn(stdout + stderr + log(), secret).length > 0) leaks.push(`${secret.rule}: ${argv.join(' ')}`);
  }
  return leaks;
}

describe('secrets on the command line', () => {
  it('are in no message about a command line that cannot be understood', async () => {
    const supply = new SecretSupply(5);
    const workingDirectory = aFolder();
    const paths = new Set(['', ...commandNames().flatMap((name) => [name.split(' ')[0] ?? '', name])]);
    const lines = [...paths].flatMap((path) => misunderstoodLines(path.split(' ').filter(Boolean), supply));

    expect(await leaksOf(lines, workingDirectory)).toEqual([]);
  });

  it('are in no message of any command', async () => {
    const supply = new SecretSupply(5);
    const workingDirectory = await aWorkspace();
    const lines = [...everyCommand(subjects)].flatMap(([name, own]) => {
      const definition = commandDefinitions().get(name);
      return definition === undefined ? [] : own.flatMap((line) => understoodLines(line, { name, definition, supply }));
    });

    expect(await leaksOf(lines, workingDirectory)).toEqual([]);
  });

  it('are replaced by the rule that knows them, also behind the letter of an option and where a message writes them anew', async () => {
    const workingDirectory = aFolder();
    const { text } = secretExample('github', 3);
    const message = async (...argv: readonly string[]): Promise<string> =>
      (await runToError(argv, { workingDirectory })).message;

    expect(await message('pack', `--${text}`)).toContain('Unknown option "--[secret: github]".');
    expect(await message('pack', `-x${text}`)).toContain('Unknown option "-x[secret: github]".');
    expect(await message(text)).toContain('Unknown command "[secret: github]".');
    expect(await message('completion', `"${text}"`)).toContain('[secret: github]');
  });
});
