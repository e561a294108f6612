import { isDeepStrictEqual } from 'node:util';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { isRecord } from '@lexichord/platform/internal';

import { type AgentClient, serverName } from './agent-clients.js';
import { parseJson, setInJson } from './json-entry.js';
import { appendToToml, parseToml, setInToml, tomlSection } from './toml-entry.js';

/** Outcome, or planned outcome, for an agent's file. */
export type EntryOutcome = 'written' | 'added' | 'replaced' | 'unchanged';

/** The file of an agent with the entry in it. */
export interface AddedEntry {
  readonly outcome: EntryOutcome;
  /** The whole file. */
  readonly text: string;
}

type Table = Readonly<Record<string, unknown>>;

const byteOrderMark = '\uFEFF';

/**
 * Adds the entry of the server to an agent's file. Everything else in it keeps its meaning and its comments; the result
 * is parsed and compared before it is returned.
 *
 * @param text text of the file; `undefined` without one
 * @param isReplaced whether an entry of the same name with other content is replaced
 * @throws {LexichordError} `invalid-argument` when the file cannot be parsed, when its servers are not a table, and
 * when another entry has that name
 */
export function addEntry(
  client: AgentClient,
  text: string | undefined,
  { isReplaced }: { readonly isReplaced: boolean },
): AddedEntry {
  if (text === undefined || text.trim() === '') return { outcome: 'written', text: entryText(client) };
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const body = text.slice(mark.length);
  const before = tableOf(client, body);
  const former = serversOf(client, before)[serverName];
  if (isDeepStrictEqual(former, client.entry)) return { outcome: 'unchanged', text };
  if (former !== undefined && !isReplaced) throw otherEntryError(client);
  const after = setEntry(client, body, before);
  return { outcome: former === undefined ? 'added' : 'replaced', text: `${mark}${after}` };
}

/** A file with only the entry. */
export function entryText({ format, serversKey, entry }: AgentClient): string {
  if (format === 'toml') return tomlSection([serversKey, serverName], entry);
  return `${JSON.stringify({ [serversKey]: { [serverName]: entry } }, undefined, 2)}\n`;
}

/** Sets the entry by the first method whose result has exactly the expected content. */
function setEntry(client: AgentClient, body: string, before: Table): string {
  const { format, serversKey, entry } = client;
  const servers = { ...serversOf(client, before), [serverName]: entry };
  const expected = { ...before, [serversKey]: servers };
  const candidates =
    format === 'toml'
      ? [() => appendToToml(body, entryText(client)), () => setInToml(body, [serversKey, serverName], entry)]
      : [() => setInJson(body, [serversKey, serverName], entry)];
  const found = candidates.map((write) => write()).find((text) => isDeepStrictEqual(valueOf(client, text), expected));
  if (found !== undefined) return found;
  throw unusableFileError(client, 'the entry cannot be added without changing other parts of it');
}

function tableOf(client: AgentClient, body: string): Table {
  let value: unknown;
  try {
    value = parse(client, body);
  } catch (cause) {
    throw unusableFileError(client, `it cannot be parsed: ${firstLineOf(cause)}`, cause);
  }
  if (isRecord(value)) return value;
  throw unusableFileError(client, 'it is not a table of settings');
}

function serversOf(client: AgentClient, table: Table): Table {
  const servers = Object.hasOwn(table, client.serversKey) ? table[client.serversKey] : {};
  if (isRecord(servers)) return servers;
  throw unusableFileError(client, `its "${client.serversKey}" is not a table of servers`);
}

/** `undefined` for a text that is not of the format. */
function valueOf(client: AgentClient, body: string): unknown {
  try {
    return parse(client, body);
  } catch {
    return undefined;
  }
}

function parse({ format }: AgentClient, body: string): unknown {
  return format === 'toml' ? parseToml(body) : parseJson(body, { hasComments: format === 'jsonc' });
}

function firstLineOf(cause: unknown): string {
  return String(cause instanceof Error ? cause.message : cause).split('\n')[0] ?? '';
}

function unusableFileError({ file, name }: AgentClient, reason: string, cause?: unknown): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `${file} was not changed, because ${reason}. Correct the file, then run "lexichord init --agent ${name}" again.`,
    { details: { file }, cause },
  );
}

function otherEntryError({ file, title }: AgentClient): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `${file} already has another entry "${serverName}" for ${title} and was not changed. Use --force to replace that entry.`,
    { details: { file } },
  );
}
