import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { type TracedCall, descriptorIn, pathsIn, readTracedCalls, stringsIn } from './traced-calls.js';

/** What a traced command did to the world around it. Paths are absolute, links in them resolved. */
export interface TracedEffects {
  /** Files and folders that it opened only to read. */
  readonly read: readonly string[];
  /** Those that it made, wrote, renamed, removed, or gave other rights, owners or times. */
  readonly changed: readonly string[];
  /** Programs that it started. */
  readonly started: readonly string[];
  /** Addresses that it connected or sent to, or tried to: `127.0.0.1:80`, or the path of a socket. */
  readonly contacted: readonly string[];
}

const openCalls: readonly string[] = ['open', 'openat', 'openat2', 'creat'];
/** Of two paths of a link the second is made; a path that is moved counts at both ends. */
const linkCalls: readonly string[] = ['symlink', 'symlinkat', 'link', 'linkat'];
const nameCalls: readonly string[] = [
  ...['mkdir', 'mkdirat', 'mknod', 'mknodat', 'rename', 'renameat', 'renameat2', 'unlink', 'unlinkat', 'rmdir'],
  ...['chmod', 'fchmodat', 'fchmodat2', 'chown', 'lchown', 'fchownat', 'truncate', 'utime', 'utimes', 'utimensat'],
  ...['setxattr', 'lsetxattr', 'removexattr', 'lremovexattr'],
];
const descriptorCalls: readonly string[] = ['fchmod', 'fchown', 'ftruncate', 'futimesat', 'fsetxattr'];
const networkCalls: readonly string[] = ['connect', 'sendto', 'sendmsg', 'sendmmsg'];

/** Calls that a trace must have for `tracedEffects`. */
export const effectCalls: readonly string[] = [
  ...[...openCalls, ...linkCalls, ...nameCalls, ...descriptorCalls, ...networkCalls].map((name) => `?${name}`),
  'execve',
];

/**
 * @param log of `traceCommand`
 * @param workingDirectory of the command, which names without a folder are taken to be in
 */
export function tracedEffects(log: string, workingDirectory: string): TracedEffects {
  const sets = { read: new Set<string>(), changed: new Set<string>(), started: new Set<string>() };
  const contacted = new Set<string>();
  for (const call of readTracedCalls(log)) {
    if (networkCalls.includes(call.name)) for (const address of addressesIn(call.args)) contacted.add(address);
    if (call.result.startsWith('-1')) continue;
    if (openCalls.includes(call.name)) addOpened(call, sets);
    else if (call.name === 'execve') sets.started.add(stringsIn(call.args)[0]?.toString('utf8') ?? '');
    else for (const path of changedPaths(call, workingDirectory)) sets.changed.add(path);
  }
  return { read: [...sets.read], changed: [...sets.changed], started: [...sets.started], contacted: [...contacted] };
}

function addOpened(
  { name, args, result }: TracedCall,
  { read, changed }: { readonly read: Set<string>; readonly changed: Set<string> },
): void {
  const opened = descriptorIn(result);
  if (opened === undefined) return;
  const isToRead = name !== 'creat' && !/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/u.test(args);
  (isToRead ? read : changed).add(opened.path);
}

function changedPaths({ name, args }: TracedCall, workingDirectory: string): readonly string[] {
  if (descriptorCalls.includes(name)) {
    const path = descriptorIn(args)?.path;
    return path === undefined ? [] : [path];
  }
  const named = [...linkCalls, ...nameCalls].includes(name) ? pathsIn(args) : [];
  const changed = linkCalls.includes(name) ? named.slice(-1) : named;
  return changed.map(({ base, path }) => withLinksResolved(resolve(base ?? workingDirectory, path)));
}

/** Its folder's links, not its own: what is renamed or removed is the name. As they are now, after the command. */
function withLinksResolved(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

function addressesIn(args: string): readonly string[] {
  const internet = args.matchAll(/port=htons\((\d+)\).*?"((?:\\x[0-9a-f]{2})+)"/gu);
  const local = args.matchAll(/sun_path=@?("(?:\\x[0-9a-f]{2})*")/gu);
  return [
    ...[...internet].map(([, port = '', host = '']) => `${stringsIn(`"${host}"`)[0]?.toString('utf8')}:${port}`),
    ...[...local].map(([, path = '']) => stringsIn(path)[0]?.toString('utf8') ?? ''),
  ];
}
