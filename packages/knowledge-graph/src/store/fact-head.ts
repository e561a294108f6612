import type { ColumnBatch } from '@lexichord/storage/internal';

import type { FactRow } from './fact-tables.js';

/**
 * The row that every commit to a workspace's facts changes. A change is written only while the head that it was planned
 * with is current, so that two writers never build on the same facts unnoticed.
 */
export interface FactHead {
  /** The stored form; different after every commit. */
  readonly text: string;
  /** Time of the last commit. The next one is later, even if the clock is not. */
  readonly timeMs: number;
  /** Number of commits so far. */
  readonly commits: number;
  /** `undefined` in a head that an earlier version wrote; the next commit adds them. */
  readonly counts: FactCounts | undefined;
}

/**
 * Numbers of statements of a workspace. The rows that are read are compared with them, since a row that a filter misses
 * has no checksum that fails.
 */
export interface FactCounts {
  /** Statements that hold. */
  readonly current: number;
  /** All statements, including closed ones. */
  readonly all: number;
}

/** The column that distinguishes heads. */
export const headColumn = 'payload' satisfies keyof FactRow;

const headKind = 'head';

export function isHead({ read }: ColumnBatch<Pick<FactRow, 'kind'>>, index: number): boolean {
  return read.kind(index) === headKind;
}

export function headKey(workspace: string): string {
  return `${headKind}-${workspace}`;
}

/** The head after a commit. */
export function nextHead(before: FactHead | undefined, { transaction, timeMs, counts }: NextCommit): FactHead {
  const commits = (before?.commits ?? 0) + 1;
  const text = `${commits} ${transaction}`;
  return { text: counts === undefined ? text : `${text} ${textOf(counts)}`, timeMs, commits, counts };
}

/** The data of a commit. */
interface NextCommit {
  /** Unique id of the commit. */
  readonly transaction: string;
  readonly timeMs: number;
  readonly counts: FactCounts | undefined;
}

/* Earlier versions read only the number of commits, which comes first, and write a head without counts. */

function textOf({ current, all }: FactCounts): string {
  return `current:${current} all:${all}`;
}

const countsPattern = / current:(\d{1,15}) all:(\d{1,15})$/u;

function countsOf(text: string): FactCounts | undefined {
  const [, current, all] = countsPattern.exec(text) ?? [];
  return current === undefined || all === undefined ? undefined : { current: Number(current), all: Number(all) };
}

export function toHeadRow({ text, timeMs }: FactHead, workspace: string): FactRow {
  const empty = { type: '', name: '', fromEntityId: '', toEntityId: '', documentPath: '', startLine: 1, endLine: 1 };
  const times = { createdMs: timeMs, validFromMs: timeMs };
  return { ...empty, ...times, key: headKey(workspace), workspace, kind: headKind, id: headKind, payload: text };
}

export function toHead({ read }: ColumnBatch<Pick<FactRow, 'payload' | 'validFromMs'>>, index: number): FactHead {
  const text = read.payload(index);
  const commits = Number.parseInt(text, 10) || 0;
  return { text, timeMs: read.validFromMs(index), commits, counts: countsOf(text) };
}

/** The time of the next commit: the clock's, but later than that of the last commit. */
export function timeAfter(head: FactHead | undefined, nowMs: number): number {
  return head === undefined ? nowMs : Math.max(nowMs, head.timeMs + 1);
}
