/** A turn as it is read from a rendered text. */
export interface ReadTurn {
  readonly head: string;
  readonly words: string;
}

/** A line of ours: a turn. Heads have neither colons nor brackets of their own, but for those around a role. */
const turnLine =
  /^(?<head>[^\s:()[\]#…][^:()[\]#…]*(?: \([^:()[\]#…]+\)(?: & [^:()[\]#…]+(?: \([^:()[\]#…]+\))?)*)?): (?<words>[^]*)$/u;

/** A line of ours that is none. */
const otherLine =
  /^(?:\[[+-]?\d{4,6}-\d\d-?\d?\d?[^\]]*\]|\[\d\d:\d\d\]|#\d+(?: .*)?|\[\[expand:[0-9a-f]{8}-N:full\]\] shows all of #N\.|…)$/su;

const indented = /(\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029])  (?=[^\n\r\v\f\u001c-\u001e\u0085\u2028\u2029])/gu;

/**
 * Reads the turns back from a rendered text, knowing nothing but the rule: a line of ours begins at the start of a line, and a
 * line of a message but its first is indented or empty.
 *
 * @param more other lines of ours
 * @throws {TypeError} for a line at the start of a line that is none of ours
 */
export function readTurns(text: string, more?: RegExp): readonly ReadTurn[] {
  if (text === '') return [];
  const turns: ReadTurn[] = [];
  for (const block of text.split(/\n(?=[^\s\u001c-\u001e\u0085])/u)) {
    const { head, words } = turnLine.exec(block)?.groups ?? {};
    if (head !== undefined && words !== undefined) turns.push({ head, words: words.replaceAll(indented, '$1') });
    else if (!otherLine.test(block) && more?.test(block) !== true)
      throw new TypeError(`No line of ours: ${JSON.stringify(block)}`);
  }
  return turns;
}
