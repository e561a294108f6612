/** The contract's limit on the length of a symbol's name. */
const maxNameLength = 200;

/** The text of a name on one line and without quotes around it; `undefined` if there is nothing left. */
export function nameIn(content: string, start: number, end: number): string | undefined {
  if (start < 0 || end <= start) return undefined;
  const text = content
    .slice(start, Math.min(end, start + 4 * maxNameLength))
    .replace(/\s+/gu, ' ')
    .trim();
  const quoted = /^(["'`])(.+)\1$/u.exec(text);
  const name = cutName(quoted?.[2] ?? text);
  return name === '' ? undefined : name;
}

/** Whether a variable has one name, and not a pattern of several. */
export function isPlainName(name: string): boolean {
  return !/[{}[\](),;]/u.test(name);
}

/** Whether it is one name and nothing else, such as a pointer's star. */
export function isWord(name: string): boolean {
  return isPlainName(name) && !/[\s&*=.]/u.test(name);
}

/** Never between the halves of a surrogate pair. */
function cutName(name: string): string {
  if (name.length <= maxNameLength) return name;
  const last = name.charCodeAt(maxNameLength - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return name.slice(0, isHalf ? maxNameLength - 1 : maxNameLength).trimEnd();
}
