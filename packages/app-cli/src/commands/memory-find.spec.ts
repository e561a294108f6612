import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

const talks = {
  'boats.jsonl': '{"role":"user","content":"We decided to paint the ferry green."}\n',
  'bakery.jsonl':
    '{"role":"user","content":"The bakery opens at six."}\n{"role":"user","content":"And the ferry leaves at nine."}\n',
};

describe('lexichord memory find', () => {
  let workingDirectory: string;

  beforeAll(async () => {
    workingDirectory = aFolder(talks);
    for (const name of ['boats', 'bakery']) {
      await runCommand(['memory', 'add', `${name}.jsonl`, '--conversation', name], { workingDirectory });
    }
  });

  it('lists the conversations that have words of the question, the most relevant first', async () => {
    const ferry = await runCommand(['memory', 'find', 'which', 'colour', 'for', 'the', 'ferry?'], { workingDirectory });
    const bread = await runCommand(['memory', 'find', 'when does the bakery open'], { workingDirectory });

    expect([ferry.exitCode, ferry.stderr]).toEqual([0, '']);
    expect(ferry.stdout).toMatch(/Conversation\n +0\.\d\d +1 {2}boats\n +0\.\d\d +2 {2}bakery\n$/u);
    expect(bread.stdout).toMatch(/ bakery\n$/u);
    expect(bread.stdout).not.toContain('boats');
  });

  it('says when there is none, and has them as JSON', async () => {
    const none = await runCommand(['memory', 'find', 'zebra'], { workingDirectory });
    const found = await runJson(['memory', 'find', 'green'], { workingDirectory });
    const empty = await runJson(['memory', 'find', 'zebra'], { workingDirectory });

    expect(none).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr:
        'No stored conversation has a word of the question; common words such as "what" are not searched. "lexichord memory list" lists all conversations.\n',
    });
    expect(found).toEqual({
      conversations: [{ conversationId: 'boats', messages: 1, relevance: expect.any(Number) as number }],
    });
    expect(empty).toEqual({ conversations: [] });
  });

  it('requires a tier with memory', async () => {
    const denied = await runToError(['memory', 'find', 'ferry', '--tier', 'core'], { workingDirectory });

    expect(denied).toMatchObject({ code: 'license-required' });
  });
});
