// @ts-check
import { closeSync, openSync, readSync, readlinkSync } from 'node:fs';

const nanosecondsPerMs = 1e6;

/** @type {number | undefined} The running thread's account, kept open; -1 for none. */
let schedule;
const line = Buffer.alloc(64);

/**
 * Starts a stopwatch of this thread's work in milliseconds. On Linux it reads the system's account, which does not grow
 * while other programs have the processor; elsewhere it measures elapsed time.
 *
 * @returns {() => number}
 */
export function startStopwatch() {
  const start = threadMs();
  return () => threadMs() - start;
}

/** Milliseconds of work of this thread so far; elapsed time if that is not measured. */
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
    // Not Linux, or a system without the account: elapsed time is used.
  }
  return -1;
}

/** Path of this thread's account, for other threads; `undefined` if there is none. */
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
