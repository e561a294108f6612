import type { ConversationMessage } from '@lexichord/abstractions';

/** The fields that name a speaker. */
export type Speaker = Pick<ConversationMessage, 'speaker' | 'role'>;

/** Indentation of every line of a message except the first. Only generated lines start without it. */
const indent = '  ';

/** Any line end of readers or terminals, before a line that is not empty. */
const lineStart = /(\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029])(?=[^\n\r\v\f\u001c-\u001e\u0085\u2028\u2029])/gu;

/** Characters that are removed from names: a colon, a bracket or a line end could start a turn or a heading. */
const notOfNames = /[^\p{L}\p{M}\p{N}\p{So}._'’@+/-]+/gu;

/** Name of a role without letters. */
const unknownRole = 'Unknown';

/** A message or a part of it as a turn: the speaker, and the words with further lines indented. */
export function turnText(head: string, words: string): string {
  return `${head}: ${indentLines(words)}`;
}

/** The speaker on one line, as name and role: `Ann (user)`. */
export function headOf(message: Speaker): string {
  const name = plainName(message.speaker ?? '');
  const role = plainName(message.role) || unknownRole;
  return name === '' ? capitalized(role) : `${capitalized(name)} (${role})`;
}

/** The name of a speaker, else the role. Not unique; {@link headOf} has both. */
export function nameOf({ speaker, role }: Speaker): string {
  return capitalized(plainName(speaker ?? '') || plainName(role) || unknownRole);
}

/** Indents all lines of a text except the first and empty ones. */
export function indentLines(text: string): string {
  return text.replaceAll(lineStart, `$1${indent}`);
}

function plainName(name: string): string {
  return name.replaceAll(notOfNames, ' ').trim();
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
