// @ts-check
import { closeSync, openSync, readSync, readlinkSync } from 'node:fs';

const nanosecondsPerMs = 1e6;

/** @type {number | undefined} The running thread's account, kept open; -1 where there is none. */
let schedule;
const line = Buffer.alloc(64);

/**
 * Milliseconds that this thread has worked since the call. On Linux the system's account of it, which does not grow
 * while other programs have the processor; elsewhere the time that went by.
 *
 * @returns {() => number}
 */
export function startStopwatch() {
  const start = threadMs();
  return () => threadMs() - start;
}

/** Milliseconds of work of this thread so far; where that is not measured, elapsed ones. */
export function threadMs() {
  schedule ??= openSchedule();
  if (schedule < 0) return performance.now();
  const length = readSync(schedule, line, 0, line.length, 0);
  return Number.parseInt(line.toString('latin1', 0, length), 10) / nanosecondsPerMs;
}

function openSchedule() {
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r');
    const length = readSync(file, line, 0, line.length, 0);
    if (Number.parseInt(line.toString('latin1', 0, length), 10) > 0) return file;
    closeSync(file);
  } catch {
    // Not Linux, or a system that does not keep the account: the clock on the wall does it.
  }
  return -1;
}

/** Path of this thread's account, for other threads; `undefined` where there is none. */
export function accountPath() {
  try {
    schedule ??= openSchedule();
    if (schedule < 0) return undefined;
    return `/proc/${readlinkSync('/proc/thread-self')}/schedstat`;
  } catch {
    // Not Linux: the work of this thread cannot be measured.
    return undefined;
  }
}
