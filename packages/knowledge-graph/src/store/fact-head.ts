import type { ColumnBatch } from '@lexichord/storage';

import type { FactRow } from './fact-tables.js';

/**
 * The row that every commit to a workspace's facts changes. A change that was planned with one head can be written only
 * as long as it is there, so that no two writers ever build on the same facts unseen.
 */
export interface FactHead {
  /** How it is stored; another text after every commit. */
  readonly text: string;
  /** Of the last commit. The next one is later, whatever its clock says. */
  readonly timeMs: number;
  /** Commits up to now. */
  readonly commits: number;
  /** `undefined` in a head that an earlier version wrote; the next commit adds them. */
  readonly counts: FactCounts | undefined;
}

/**
 * How many statements a workspace has: what is read is compared with it, since rows that a filter misses have no
 * checksum to fail.
 */
export interface FactCounts {
  /** Statements that hold. */
  readonly current: number;
  /** All of them, with those that no longer hold. */
  readonly all: number;
}

/** The column that tells one head from another. */
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

/** Identity of a commit. */
interface NextCommit {
  /** Unlike all others. */
  readonly transaction: string;
  readonly timeMs: number;
  readonly counts: FactCounts | undefined;
}

/* Earlier versions read the number of commits alone, which comes first, and write a head without counts. */

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

/** A time after every other that is stored; the clock's where it is. */
export function timeAfter(head: FactHead | undefined, nowMs: number): number {
  return head === undefined ? nowMs : Math.max(nowMs, head.timeMs + 1);
}
