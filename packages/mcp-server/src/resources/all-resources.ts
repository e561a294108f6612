import { hash } from 'node:crypto';

import { type CallOptions, ErrorCode, IPackRecorder, isLexichordError } from '@lexichord/abstractions';
import { screenOutput } from '@lexichord/secrets/internal';
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';

import { beginningOf } from '../answers/beginning-of.js';
import { protocolError } from '../answers/protocol-error.js';
import { callScope } from '../calls/client-roots.js';
import { withScreenedLog } from '../calls/screened-log.js';
import type { ServedWorkspace } from '../serving/served-workspace.js';
import { conversationIdOf, conversationUri, glossaryUri, lastPackUri, mapUri } from './resource-uris.js';

/** A text resource with a fixed address. */
interface TextResource {
  readonly name: string;
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** Sentence on how to get omitted text. */
  readonly how: string;
  /** @returns `undefined` if the resource does not exist */
  read(workspace: ServedWorkspace, options: CallOptions): Promise<string | undefined>;
}

const [markdown, yaml] = ['text/markdown', 'application/yaml'];

/** Maximum number of conversations on a page of the list. */
const maxListed = 100;

const aboutConversation = {
  title: 'Conversation',
  description: 'A stored conversation, compressed where it is long.',
  mimeType: markdown,
};

const textResources: readonly TextResource[] = [
  {
    name: 'last-pack',
    uri: lastPackUri,
    title: 'Last pack',
    description: 'The text that pack_context gave last in this workspace.',
    mimeType: markdown,
    how: 'pack_context with a larger budget_tokens gives more.',
    read: async ({ runtime }, { signal }) => (await runtime.resolve(IPackRecorder).last({ signal }))?.packed.content,
  },
  {
    name: 'map',
    uri: mapUri,
    title: 'Map of the repository',
    description: 'What the repository is: languages, folders, entry points and central definitions.',
    mimeType: markdown,
    how: 'repository_map with a larger budget_tokens shows more.',
    read: async ({ runtime, defaultBudgetTokens }, { signal }) =>
      (await runtime.map({ budget: defaultBudgetTokens, signal })).text,
  },
  {
    name: 'glossary',
    uri: glossaryUri,
    title: 'Glossary',
    description: 'The entities of the knowledge graph with their facts, as YAML.',
    mimeType: yaml,
    how: 'lookup_knowledge finds an entity by its name.',
    read: async ({ runtime }, { signal }) => (await runtime.knowledge.export({ format: 'yaml', signal })).content,
  },
];

/** Registers the resources; each text is limited to the budget of the server. */
export function registerResources(server: McpServer, workspace: ServedWorkspace): void {
  for (const resource of textResources) {
    const { name, uri, title, description, mimeType } = resource;
    server.registerResource(name, uri, { title, description, mimeType }, (_uri, context) =>
      readResource(resource, context, { server, workspace }),
    );
  }
  const template = new ResourceTemplate('lexichord://conversation/{id}', { list: undefined });
  server.registerResource('conversation', template, aboutConversation, ({ href }, { id }, context) =>
    readResource(conversation(href, conversationIdOf(String(id))), context, { server, workspace }),
  );
  // Replaces the SDK's own handler, which lists everything at once.
  server.server.setRequestHandler('resources/list', ({ params }, { mcpReq: { signal } }) =>
    listPage(params?.cursor, workspace, { signal }),
  );
}

/** @param id `undefined` for an address without a valid id */
function conversation(uri: string, id: string | undefined): TextResource {
  return {
    ...{ name: 'conversation', uri, title: 'Conversation', description: '', mimeType: markdown },
    how: 'recall_conversation with a query brings what it is about.',
    read: async ({ runtime, defaultBudgetTokens: budget }, { signal }) =>
      id === undefined ? undefined : (await runtime.memory.recall(id, '', { budget, signal })).content,
  };
}

interface ReadBy {
  readonly server: McpServer;
  readonly workspace: ServedWorkspace;
}

function readResource(resource: TextResource, context: ServerContext, readBy: ReadBy) {
  const screening = { runtime: readBy.workspace.runtime, signal: context.mcpReq.signal };
  return withScreenedLog({ uri: resource.uri }, screening, () => readNow(resource, context, readBy));
}

async function readNow(resource: TextResource, context: ServerContext, { server, workspace }: ReadBy) {
  const { uri, mimeType } = resource;
  const { signal } = context.mcpReq;
  try {
    const { workspaceRoot } = workspace.runtime;
    const { question } = await callScope({ context, server, workspaceRoot, reach: 'workspace' });
    if (question !== undefined) return question;
    const text = await resource.read(workspace, { signal });
    if (text === undefined) throw new ResourceNotFoundError(uri);
    const { text: shown } = await screenOutput({ text }, { runtime: workspace.runtime, signal });
    return { contents: [{ uri, mimeType, text: fitted(shown, resource, workspace) }] };
  } catch (error) {
    if (signal.aborted) throw error;
    if (isLexichordError(error) && error.code === ErrorCode.notFound) throw new ResourceNotFoundError(uri);
    throw await protocolError(error, workspace);
  }
}

/** Limits a text to the budget of the server, with a line about omissions. */
function fitted(
  text: string,
  { how, mimeType }: Pick<TextResource, 'how' | 'mimeType'>,
  { runtime: { tokenCounter }, defaultBudgetTokens }: ServedWorkspace,
): string {
  if (tokenCounter.countTokens(text) <= defaultBudgetTokens) return text;
  const note = `\n\n${mimeType === yaml ? '# ' : ''}Left out: the rest of it. ${how}`;
  // Reserves a token: the text and the note together may count one more than separately.
  const room = defaultBudgetTokens - tokenCounter.countTokens(note) - 1;
  return `${beginningOf(text, room, tokenCounter)}${note}`;
}

/** A page of the list: the texts and the first conversations, or the conversations after a cursor. */
async function listPage(cursor: string | undefined, workspace: ServedWorkspace, options: CallOptions) {
  const texts = textResources.map(({ name, uri, title, description, mimeType }) => ({
    ...{ name, uri, title, description, mimeType },
  }));
  const { names, nextCursor } = await conversationsBehind(cursor, workspace, options);
  const conversations = names.map((name) => ({ ...aboutConversation, uri: conversationUri(name), name }));
  return { resources: [...(cursor === undefined ? texts : []), ...conversations], nextCursor };
}

/** A page of conversations. The cursor is the hash of an id, so new conversations do not shift pages. */
async function conversationsBehind(
  cursor: string | undefined,
  { runtime }: ServedWorkspace,
  { signal }: CallOptions,
): Promise<{ readonly names: readonly string[]; readonly nextCursor?: string | undefined }> {
  // A licence without conversations has none to list.
  if (!runtime.license.allows('WriterPro')) return { names: [] };
  const ids = (await runtime.memory.list({ signal })).map(({ conversationId }) => conversationId);
  const first = cursor === undefined ? 0 : ids.findIndex((id) => cursorAt(id) === cursor) + 1;
  if (cursor !== undefined && first === 0) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'The cursor is invalid: its conversation may have been removed. List the resources from the beginning.',
    );
  }
  const page = ids.slice(first, first + maxListed);
  const last = page.at(-1);
  const { names } = await screenOutput({ names: page }, { runtime, signal });
  const nextCursor = last === undefined || first + maxListed >= ids.length ? undefined : cursorAt(last);
  return { names, nextCursor };
}

function cursorAt(conversationId: string): string {
  return hash('sha256', conversationId, 'hex').slice(0, 32);
}
