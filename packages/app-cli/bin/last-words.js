/**
 * What is said when nothing more can be loaded to say it: a process that may open no more files cannot open the module
 * that describes errors either. So this one is loaded first, and needs nothing.
 */
import { writeSync } from 'node:fs';

const messages = {
  EMFILE:
    'Too many files are open at once for this process. Raise its limit, such as with "ulimit -n 1024", and run the command again.',
  ENFILE: 'Too many files are open at once on this machine. Close other programs, and run the command again.',
  ENOSPC: 'The disk is full. Free some space, and run the command again. Data stored before is intact.',
  EDQUOT: 'Your share of the disk is full. Free some space, and run the command again.',
  EFBIG: 'A file would be larger than this process may write. Raise its limit, such as with "ulimit -f unlimited".',
  EROFS: 'The folder cannot be written to, because its file system is read-only. Use another folder.',
  ENOMEM: 'There is not enough memory. Close other programs, and run the command again.',
};

export function describeSystemFailure(error) {
  const reason = error?.code;
  if (typeof reason !== 'string' || !Object.hasOwn(messages, reason)) return undefined;
  return { code: 'io-failed', message: messages[reason], details: { reason } };
}

export function endWith(error, argv) {
  const { code, message, details } = describeSystemFailure(error) ?? {
    code: 'internal',
    message: `Internal error: ${String(error?.message ?? error).replace(/\.$/u, '')}. Run the command again with --debug for details.`,
    details: {},
  };
  const json = argv.includes('--json');
  const stack = argv.includes('--debug') ? String(error?.stack ?? error) : undefined;
  const text = json
    ? JSON.stringify({ error: { code, message, details, stack } })
    : ['error: ' + message, stack].filter((line) => line !== undefined).join('\n');
  try {
    writeSync(2, `${text}\n`);
  } finally {
    process.exit(1);
  }
}
