import type { ConversationMessage } from '@lexichord/abstractions';

/** Who says something. */
export type Speaker = Pick<ConversationMessage, 'speaker' | 'role'>;

/** Before every line of a message but its first: whatever begins a line at its start is ours. */
const indent = '  ';

/** Whatever a reader, or a terminal, takes for the end of a line, where the next one is not empty. */
const lineStart = /(\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029])(?=[^\n\r\v\f\u001c-\u001e\u0085\u2028\u2029])/gu;

/** What names are not made of: a colon, a bracket or a line end in a name could begin a turn, or a heading. */
const notOfNames = /[^\p{L}\p{M}\p{N}\p{So}._'’@+/-]+/gu;

/** For a role without a letter. */
const unknownRole = 'Unknown';

/** A message, or what is left of it, as a turn: who says it, and the words, whose further lines are indented. */
export function turnText(head: string, words: string): string {
  return `${head}: ${indentLines(words)}`;
}

/** Who says something, on one line: the role, and before it the speaker's name, `Ann (user)`. */
export function headOf(message: Speaker): string {
  const name = plainName(message.speaker ?? '');
  const role = plainName(message.role) || unknownRole;
  return name === '' ? capitalized(role) : `${capitalized(name)} (${role})`;
}

/** What a speaker is called: by name, else by role. It tells nobody from somebody else: for that there is `headOf`. */
export function nameOf({ speaker, role }: Speaker): string {
  return capitalized(plainName(speaker ?? '') || plainName(role) || unknownRole);
}

/** A text whose lines, but for the first and empty ones, are indented. */
export function indentLines(text: string): string {
  return text.replaceAll(lineStart, `$1${indent}`);
}

function plainName(name: string): string {
  return name.replaceAll(notOfNames, ' ').trim();
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
