import { createSecretScanner } from '@lexichord/secrets';
import { RecordingLogger } from '@lexichord/testing';

import { readMessage } from '../file/message-schema.js';
import { screenMessages } from '../screen-messages.js';

/** Put together here, so that no tool takes this file for a leak. */
const [password, token] = [['k3J!x9', 'Qz7Lm2'].join(''), ['9f8Kq2Lm', '4Zx7Vb1N'].join('')];
const content = `DB_HOST=db1\nDB_PASSWORD=${password}\nAPI_TOKEN=${token}\n`;
const heredoc = `cat > .env <<'EOF'\n${content}EOF`;
const numbered = (between: string): string =>
  content.replaceAll(/^(?=.)/gmu, () => `     1${between}`).replaceAll('1'.concat(between), `2${between}`);

const toolUse = (input: object): object => ({
  role: 'assistant',
  content: [{ type: 'tool_use', name: 'Write', input }],
});
const toolResult = (output: unknown): object => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 't', content: output }],
});

describe('a file of settings in the transcript of an agent', () => {
  it.each([
    ['that Anthropic’s model writes', toolUse({ file_path: '.env', content })],
    ['that a command writes', toolUse({ command: heredoc })],
    [
      'that OpenAI’s model writes',
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ function: { name: 'write', arguments: JSON.stringify({ path: '.env', content }) } }],
      },
    ],
    [
      'that a tool without JSON writes',
      { role: 'assistant', content: null, tool_calls: [{ custom: { name: 'shell', input: heredoc } }] },
    ],
    ['that is read', toolResult(content)],
    ['that is read with numbers and arrows', toolResult(numbered('→'))],
    ['that is read with numbers and tabs', toolResult(numbered('\t'))],
    ['that is read as JSON', { type: 'mcp_call', name: 'read', arguments: '{}', output: { content } }],
    ['that is read as a text of JSON', toolResult(JSON.stringify({ content }))],
  ])('%s shows no password', async (_, message) => {
    const reading = readMessage(JSON.stringify(message));
    if (reading.problem !== undefined) throw new TypeError(reading.problem);
    const scanner = await createSecretScanner(new RecordingLogger());

    const { messages } = await screenMessages([{ ...reading.message, id: 'm' }], { scanner });

    expect(messages[0]?.content).toContain('DB_PASSWORD=[secret: password-setting]');
    expect(messages[0]?.content).toContain('API_TOKEN=[secret: password-setting]');
    expect(messages[0]?.content).not.toMatch(new RegExp(`${password}|${token}`, 'u'));
  });
});
