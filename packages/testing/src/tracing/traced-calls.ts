/** One system call that has returned. Strings are decoded; what names a descriptor carries the path it stands for. */
export interface TracedCall {
  readonly thread: string;
  readonly name: string;
  /** As strace prints them, strings and paths as hexadecimal escapes. */
  readonly args: string;
  /** `-1 ENOENT (…)` for one that failed. */
  readonly result: string;
  /** How many calls had returned when it began. */
  readonly returnedBefore: number;
}

const quoted = /"((?:\\x[0-9a-f]{2})*)"/gu;

/**
 * The calls in a log that `strace -f -y -xx` wrote, in the order of their returns: those of several threads overlap, and
 * one that others interrupted stands in two lines. Calls that never returned are left out: nobody knows what they did.
 */
export function* readTracedCalls(log: string): Generator<TracedCall> {
  const begun = new Map<string, { readonly text: string; readonly returnedBefore: number }>();
  let returned = 0;
  for (const line of log.split('\n')) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/u.exec(line) ?? [];
    if (text.endsWith('<unfinished ...>')) {
      begun.set(thread, { text: text.slice(0, -'<unfinished ...>'.length), returnedBefore: returned });
      continue;
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/u.exec(text)?.[1];
    const start = rest === undefined ? undefined : begun.get(thread);
    const whole = /^(\w+)\((.*?)\)? += (-?\w+.*)$/u.exec(`${start?.text ?? ''}${rest ?? text}`);
    if (whole === null) continue;
    const [, name = '', args = '', result = ''] = whole;
    yield { thread, name, args, result, returnedBefore: start?.returnedBefore ?? returned };
    returned += 1;
  }
}

/** Strings among the arguments: paths, or what is written. */
export function stringsIn(args: string): readonly Buffer[] {
  return [...args.matchAll(quoted)].map(([, hex = '']) => decodeHex(hex));
}

/** A descriptor that an argument or a result begins with. */
export interface Descriptor {
  readonly number: number;
  /** Path of the descriptor; `pipe:[…]` and the like for one without a path. */
  readonly path: string;
  /** Whether the file has no name any more. */
  readonly isDeleted: boolean;
}

export function descriptorIn(text: string): Descriptor | undefined {
  const [, digits, hex = '', deleted] = /^(\d+)<((?:\\x[0-9a-f]{2})*)>(\(deleted\))?/u.exec(text) ?? [];
  if (digits === undefined) return undefined;
  return { number: Number(digits), path: decodeHex(hex).toString('utf8'), isDeleted: deleted !== undefined };
}

/** Every path among the arguments, each with the folder that stands before it, if there is one. */
export function pathsIn(args: string): readonly { readonly base: string | undefined; readonly path: string }[] {
  const named = args.matchAll(/(?:(?:AT_FDCWD|\d+)<((?:\\x[0-9a-f]{2})*)>, )?"((?:\\x[0-9a-f]{2})*)"/gu);
  return [...named].map(([, base, path = '']) => ({
    base: base === undefined ? undefined : decodeHex(base).toString('utf8'),
    path: decodeHex(path).toString('utf8'),
  }));
}

function decodeHex(escapes: string): Buffer {
  return Buffer.from(escapes.replaceAll('\\x', ''), 'hex');
}
