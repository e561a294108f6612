import { commandNames, everyCommand } from './every-command.js';

const subjects = {
  document: 'notes.md',
  query: 'query',
  chunk: 'notes.md:1-2',
  otherChunk: 'notes.md:3-4',
  facts: 'facts.yaml',
  entity: 'Billing',
  transcript: 'chat.jsonl',
  conversation: 'chat',
  segment: '1a2b3c4d-1',
  memoryBackup: 'memory.backup',
  knowledgeBackup: 'knowledge.backup',
};

describe('the command lines of every command', () => {
  const lines = everyCommand(subjects);

  it.each(commandNames())('have one of %s', (name) => {
    const own = lines.get(name) ?? [];

    expect(own).not.toEqual([]);
    for (const { argv } of own) expect(`${argv.join(' ')} `.startsWith(`${name} `)).toBe(true);
  });

  it('have none of a command that is not there', () => {
    expect([...lines.keys()].filter((name) => !commandNames().includes(name))).toEqual([]);
  });
});
