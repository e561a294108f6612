/** Replaces a removed part, so that the sentence around it stays one sentence. */
const placeholder = ' quoted ';

const fenceLine = /^ {0,3}(?<fence>`{3,1000}|~{3,1000})/u;

/** Lines that are not the author's own: quotations, indented code, logs and stack traces. */
const foreignLine =
  /^(?: {0,3}>| {4,}\S|\t+\S|\s{0,20}at \S{1,300} ?\(|\s{0,20}File "|(?:\[?\d{4}-\d\d-\d\d|(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\b|npm (?:ERR!|error|warn)|[\w.$]{1,200}(?:Error|Exception|Warning)\b[^:\n]{0,80}:|(?:error|fatal|panic|warning)(?:\[\w{1,20}\])?:|\S{1,300}:\d{1,7}:(?:\d{1,7}:)? ))/u;

/** A turn of a cited dialogue. A single one may be an introduction. */
const turnLine = /^\s{0,3}(?:\*\*)?(?:user|assistant|human|ai|bot|agent|customer|client|system)(?:\*\*)?:/iu;

const listItem = /^\s{0,20}(?:[-*+•]|\d{1,4}[.)])\s/u;

/** Quotations and code within a line, of limited length. */
const inlineParts = [
  /(?<ticks>`{1,5})(?!`)[^`\n]{1,2000}\k<ticks>(?!`)/gu,
  /"[^"\n]{1,2000}"|“[^”\n]{1,2000}”|„[^“”\n]{1,2000}[“”]|«[^»\n]{1,2000}»/gu,
  /(?<![\p{L}\p{N}])['‘](?=[\p{L}\p{N}[])(?:[^'’\n]|(?<=\p{L})['’](?=\p{L})){1,500}['’](?![\p{L}\p{N}])/gu,
] as const;

/**
 * The author's own lines of an answer, without fenced and indented code, block quotations, dialogues and logs. Linear
 * in the text's length.
 */
export function ownLines(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u0085\u2028\u2029]/u);
  const dialogue = lines.filter((line) => line !== '' && turnLine.test(line)).length > 1;
  const own: string[] = [];
  let fence: string | undefined;
  let isInList = false;
  for (const line of lines) {
    if (line === '') {
      if (fence === undefined) own.push('');
      continue;
    }
    const mark = fenceLine.exec(line)?.groups?.['fence'];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      own.push('');
      continue;
    }
    if (line.trim() !== '') isInList = listItem.test(line) || (isInList && /^\s/u.test(line));
    const isForeign = (foreignLine.test(line) && !isInList) || (dialogue && turnLine.test(line));
    own.push(isForeign ? '' : line);
  }
  return own.join('\n');
}

/** Replaces code and quotations within lines by a placeholder word. Linear in the text's length. */
export function withoutQuotations(lines: string): string {
  return inlineParts.reduce((text, part) => text.replaceAll(part, placeholder), lines);
}
