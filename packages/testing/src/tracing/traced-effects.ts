import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { type Descriptor, type TracedCall, descriptorIn, pathsIn, readTracedCalls, stringsIn } from './traced-calls.js';

/** Effects of a traced command on the system. Paths are absolute, with links resolved. */
export interface TracedEffects {
  /** Files that it read something of, and folders whose names it read. */
  readonly read: readonly string[];
  /** Paths that it made, wrote, renamed or removed, or whose permissions, owners or times it changed. */
  readonly changed: readonly string[];
  /** Programs that it started. */
  readonly started: readonly string[];
  /** Addresses that it connected or sent to, or tried to: `127.0.0.1:80`, or the path of a socket. */
  readonly contacted: readonly string[];
}

const readCalls: readonly string[] = ['read', 'pread64', 'readv', 'preadv', 'preadv2', 'getdents64'];
/** Of two descriptors the first is read. For a mapping it is the fifth argument. */
const copyCalls: readonly string[] = ['copy_file_range', 'mmap'];
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
  ...[...readCalls, ...copyCalls, ...openCalls, ...linkCalls, ...nameCalls, ...descriptorCalls, ...networkCalls].map(
    (name) => `?${name}`,
  ),
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
    if (readCalls.includes(call.name) || copyCalls.includes(call.name)) addPath(sets.read, readDescriptor(call));
    else if (openCalls.includes(call.name)) addPath(sets.changed, openedToWrite(call));
    else if (call.name === 'execve') sets.started.add(stringsIn(call.args)[0]?.toString('utf8') ?? '');
    else for (const path of changedPaths(call, workingDirectory)) sets.changed.add(path);
  }
  return { read: [...sets.read], changed: [...sets.changed], started: [...sets.started], contacted: [...contacted] };
}

function addPath(paths: Set<string>, descriptor: Descriptor | undefined): void {
  if (descriptor !== undefined) paths.add(descriptor.path);
}

function readDescriptor({ name, args, result }: TracedCall): Descriptor | undefined {
  // Nothing was left of it.
  if (result === '0') return undefined;
  return descriptorIn(name === 'mmap' ? (args.split(', ')[4] ?? '') : args);
}

function openedToWrite({ name, args, result }: TracedCall): Descriptor | undefined {
  return name === 'creat' || /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/u.test(args) ? descriptorIn(result) : undefined;
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
