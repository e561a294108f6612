/*
 * The text between the messages of a file shows the file's form: in a JSON array, the first message has a bracket
 * before it and every other one a comma; in JSON Lines, every message but the first has a line break before it.
 */
const beforeMessage = /^\uFEFF?[ \t\r\n]*(?:[[,][ \t\r\n]*)?$/u;
const behindMessages = /^\uFEFF?[ \t\r\n]*(?:\[[ \t\r\n]*)?(?:\][ \t\r\n]*)?$/u;
const lineBreaks = /[\r\n]+/gu;

/** Whether a text is valid before a message in a file. */
export function isBeforeMessage(before: string): boolean {
  return beforeMessage.test(before);
}

/** Whether a text is valid after the last message of a file. */
export function isBehindMessages(trailing: string): boolean {
  return behindMessages.test(trailing);
}

/** Whether a message with this text before it is the first of its file, judging by the text. */
export function isFileStart(before: string): boolean {
  if (before.includes(',')) return false;
  return before.includes('[') || before.startsWith('\uFEFF') || !/[\r\n]/u.test(before);
}

/** Form of an exported file: that of its first message. */
export type FileForm = 'array' | 'lines';

export function formOf(before: string): FileForm {
  return before.includes('[') ? 'array' : 'lines';
}

/** The separator before a message that is not the first: its own if it fits the form. */
export function separatorIn(form: FileForm, before: string): string {
  if (form === 'array') return before.includes(',') ? before : ',\n';
  const isOwn = /^[ \t\r\n]*$/u.test(before) && /[\r\n]/u.test(before);
  return isOwn ? before : '\n';
}

/** A message's text in a file of the form: in JSON Lines, one from an array must not have line breaks. */
export function textIn(form: FileForm, { before, text }: { readonly before: string; readonly text: string }): string {
  const isFromArray = before.includes('[') || before.includes(',');
  // In JSON, line breaks can only be white space between tokens.
  return form === 'lines' && isFromArray ? text.replaceAll(lineBreaks, ' ') : text;
}

/** The text after the last message: that of the last file if it fits the form. */
export function trailingIn(form: FileForm, trailing: string | undefined): string {
  const fits =
    form === 'array' ? trailing?.includes(']') === true : trailing !== undefined && /^[ \t\r\n]*$/u.test(trailing);
  // The trailing text of an array without messages also opens the array.
  if (fits && trailing !== undefined && !trailing.includes('[')) return trailing;
  return form === 'array' ? '\n]\n' : '\n';
}
