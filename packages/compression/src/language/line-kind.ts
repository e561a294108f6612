/** Kind of a line of a message: `prose` for people, `line` for machine output. */
export type LineKind = 'blank' | 'prose' | 'line';

/** Patterns of machine output: stack frames, leading times, log levels, prompts, diffs. */
const machineLines: readonly RegExp[] = [
  /^\s{0,40}at [^\s].{0,300}[:(]\d/u,
  /^\s{0,40}File "[^"]{1,300}", line \d/u,
  /^Traceback \(most recent/u,
  /^\s{0,8}\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/u,
  /^\s{0,8}\[?\d\d:\d\d:\d\d/u,
  /^\s{0,8}\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE|NOTICE|CRITICAL)\b/u,
  /^\s{0,8}(?:\$|>>>|PS [A-Z]:) \S/u,
  /^(?:diff --git|index [0-9a-f]{7}|@@ -\d|\+\+\+ |--- [ab]\/)/u,
  /^\s{0,40}[|}\]{[<]/u,
  /^\s{0,40}"[^"]{1,100}"\s?:/u,
  /^(?:\s{0,40}[-=*_~#+]){3,40}$/u,
  /[;{}]\s{0,8}$/u,
  /^\s{0,40}(?:import|export|const|let|var|function|class|def|return|public|private|static|async|await|#include|using|package|SELECT|INSERT|UPDATE|DELETE|CREATE)\s.{0,300}[=(;{:*]/u,
];

/** Minimum of a run without white space that is data, unless its script puts no space between words. */
const longRun = /[\p{ASCII}\p{Script=Latin}]{101}/u;
const whiteSpace = /\s/u;
const letter = /\p{L}/gu;

/** Length of a line's start that is examined, in UTF-16 units. */
const maxExaminedLength = 400;

export function lineKindOf(line: string): LineKind {
  const seen = line.slice(0, maxExaminedLength);
  const words = seen.trim();
  if (words === '' && line.trim() === '') return 'blank';
  if (machineLines.some((pattern) => pattern.test(seen))) return 'line';
  if (seen.length > 100 && longRun.test(seen) && hasLongRun(seen)) return 'line';
  // Columns of numbers, rulers and encoded data have few letters.
  const letters = words.match(letter)?.length ?? 0;
  return words.length >= 12 && letters < words.length * 0.25 ? 'line' : 'prose';
}

function hasLongRun(text: string): boolean {
  return text.split(whiteSpace).some((run) => longRun.test(run));
}
