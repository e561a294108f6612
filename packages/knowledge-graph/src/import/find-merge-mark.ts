/** What git leaves in a file when two sides of a merge do not fit together. */
const mergeMark = /^(?:<{7}|>{7})(?: |$)/u;
const fence = /^ {0,3}(`{3,}|~{3,})/u;

/**
 * The first line, from 1, with a mark of a merge that is not finished; `undefined` where there is none. What stands between
 * the fences of a Markdown document is an example.
 */
export function findMergeMark(text: string): number | undefined {
  let opened: string | undefined;
  for (const [index, line] of text.split(/\r\n|[\n\r]/u).entries()) {
    const sign = fence.exec(line)?.[1];
    if (sign !== undefined && (opened === undefined || (sign[0] === opened[0] && sign.length >= opened.length))) {
      opened = opened === undefined ? sign : undefined;
    } else if (opened === undefined && mergeMark.test(line)) return index + 1;
  }
  return undefined;
}
