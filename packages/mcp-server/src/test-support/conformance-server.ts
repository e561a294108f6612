import {
  type ElicitInputParams,
  McpServer,
  ResourceTemplate,
  type ServerContext,
  completable,
  fromJsonSchema,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A picture of one point, and a sound of no length: what they show does not matter. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const sound = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';
const image = { type: 'image' as const, data: picture, mimeType: 'image/png' };

const text = (value: string) => ({ type: 'text' as const, text: value });
const answer = (value: string) => ({ content: [text(value)] });

/** A server with what the protocol's conformance suite calls by name. What it answers is prescribed by the suite. */
export function createConformanceServer(): McpServer {
  const server = new McpServer(
    { name: 'conformance', version: '1.0.0' },
    { capabilities: { logging: {}, completions: {}, resources: {} } },
  );
  registerContent(server);
  registerMessages(server);
  registerQuestions(server);
  registerResources(server);
  registerPrompts(server);
  return server;
}

/** Tools by the kinds of content that they give. */
function registerContent(server: McpServer): void {
  const about = (description: string) => ({ description });
  server.registerTool('test_simple_text', about('A text'), () => answer('This is a simple text response for testing.'));
  server.registerTool('test_image_content', about('A picture'), () => ({ content: [image] }));
  server.registerTool('test_audio_content', about('A sound'), () => ({
    content: [{ type: 'audio', data: sound, mimeType: 'audio/wav' }],
  }));
  server.registerTool('test_embedded_resource', about('A resource'), () => ({
    content: [
      embedded('test://embedded-resource', { mimeType: 'text/plain', text: 'This is an embedded resource content.' }),
    ],
  }));
  server.registerTool('test_multiple_content_types', about('A text, a picture and a resource'), () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', {
        mimeType: 'application/json',
        text: JSON.stringify({ test: 'data', value: 123 }),
      }),
    ],
  }));
  server.registerTool('test_error_handling', about('A failure'), () => {
    // eslint-disable-next-line no-restricted-syntax -- The suite wants an error of any kind.
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool(
    'json_schema_2020_12_tool',
    {
      description: 'A schema with definitions',
      inputSchema: fromJsonSchema<Readonly<Record<string, unknown>>>({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: {
          address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
        },
        properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
        additionalProperties: false,
      }),
    },
    (input) => answer(JSON.stringify(input)),
  );
}

function embedded(uri: string, content: { readonly mimeType: string; readonly text: string }) {
  return { type: 'resource' as const, resource: { uri, ...content } };
}

/** Tools that say something before they answer. */
function registerMessages(server: McpServer): void {
  server.registerTool('test_tool_with_logging', { description: 'Three messages' }, async ({ mcpReq }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
    }
    return answer('Three messages were sent.');
  });
  server.registerTool('test_tool_with_progress', { description: 'Progress in three steps' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    }
    return answer('Progress was sent.');
  });
}

/** Tools that ask the client something. */
function registerQuestions(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks the model', inputSchema: z.object({ prompt: z.string() }) },
    ({ prompt }, { mcpReq }) => {
      const response = inputResponse(mcpReq.inputResponses, 'model');
      if (response.kind === 'sampling') return answer(`LLM response: ${JSON.stringify(response.result.content)}`);
      const messages = [{ role: 'user' as const, content: text(prompt) }];
      return inputRequired({ inputRequests: { model: inputRequired.createMessage({ messages, maxTokens: 100 }) } });
    },
  );
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the person', inputSchema: z.object({ message: z.string() }) },
    ({ message }, context) => {
      const properties = {
        username: { type: 'string' as const, description: "User's response" },
        email: { type: 'string' as const, description: "User's email address" },
      };
      return ask(
        { message, requestedSchema: { type: 'object', properties, required: ['username', 'email'] } },
        context,
      );
    },
  );
  server.registerTool('test_elicitation_sep1034_defaults', { description: 'Asks with defaults' }, (context) =>
    ask({ message: 'Are these right?', requestedSchema: { type: 'object', properties: defaults } }, context),
  );
  server.registerTool('test_elicitation_sep1330_enums', { description: 'Asks for choices' }, (context) =>
    ask({ message: 'Which of these?', requestedSchema: { type: 'object', properties: choices } }, context),
  );
}

type Properties = Extract<ElicitInputParams['requestedSchema'], { readonly properties: unknown }>['properties'];

const defaults: Properties = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

const titled = (noun: string) =>
  ['First', 'Second', 'Third'].map((title, index) => ({ const: `value${index + 1}`, title: `${title} ${noun}` }));

const choices: Properties = {
  untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  titledSingle: { type: 'string', oneOf: titled('Option') },
  legacyEnum: {
    ...{ type: 'string', enum: ['opt1', 'opt2', 'opt3'] },
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
  titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
};

function ask(question: ElicitInputParams, { mcpReq }: ServerContext) {
  const response = inputResponse(mcpReq.inputResponses, 'person');
  if (response.kind !== 'elicit') {
    return inputRequired({ inputRequests: { person: inputRequired.elicit(question) } });
  }
  return answer(`Elicitation completed: action=${response.action}, content=${JSON.stringify(response.content)}`);
}

function registerResources(server: McpServer): void {
  const [plain, png] = [{ mimeType: 'text/plain' }, { mimeType: 'image/png' }];
  server.registerResource('static-text', 'test://static-text', plain, ({ href }) => ({
    contents: [{ uri: href, ...plain, text: 'This is the content of the static text resource.' }],
  }));
  server.registerResource('static-binary', 'test://static-binary', png, ({ href }) => ({
    contents: [{ uri: href, ...png, blob: picture }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const json = { mimeType: 'application/json' };
  server.registerResource('template', template, json, ({ href }, { id }) => ({
    contents: [
      { uri: href, ...json, text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }) },
    ],
  }));
}

function registerPrompts(server: McpServer): void {
  const message = <Content>(content: Content) => ({ role: 'user' as const, content });
  server.registerPrompt('test_simple_prompt', { description: 'A text' }, () => ({
    messages: [message(text('This is a simple prompt for testing.'))],
  }));
  const completed = completable(z.string(), () => []);
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Two arguments', argsSchema: z.object({ arg1: completed, arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [message(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        message(embedded(resourceUri, { mimeType: 'text/plain', text: 'Embedded resource content for testing.' })),
        message(text('Please process the embedded resource above.')),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'A picture' }, () => ({
    messages: [message(image), message(text('Please analyze the image above.'))],
  }));
}
