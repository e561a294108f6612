import { ErrorCode } from '@lexichord/abstractions';

import type { IPreviewConnection } from '../../protocol/preview-connection.js';
import type { AssemblyRecord, AssemblySummary, PreviewMessageOf } from '../../protocol/preview-message.js';
import type { ConnectionGate } from '../state/connection-gate.js';
import { failureOf } from '../state/failure.js';
import type { PreviewStore } from '../state/preview-store.js';
import { summaryOf } from '../../protocol/assembly-summary.js';

/** Assemblies cached for showing them again. */
const maxRecords = 20;

/** The timeline: earlier assemblies, the shown one, and comparisons. */
export class KeptAssemblies {
  private readonly records = new Map<string, AssemblyRecord>();
  private readonly fetching = new Map<string, Promise<AssemblyRecord>>();
  /** The viewer's last assembly, if typing caused it. */
  private lastLive: string | undefined;
  private visit = 0;

  constructor(
    private readonly store: PreviewStore,
    private readonly connection: IPreviewConnection,
    private readonly gate: ConnectionGate,
  ) {}

  /** Replaces the timeline by the panel's history, and drops selections of removed assemblies. */
  takeHistory({ assemblies }: PreviewMessageOf<'history'>): void {
    const kept = new Set(assemblies.map(({ correlationId }) => correlationId));
    this.lastLive = undefined;
    const compared = this.store.facts.compared.filter((id) => kept.has(id) || this.records.has(id));
    this.store.update({ summaries: withoutTwins(assemblies), compared });
  }

  /** Adds an assembly; one requested by typing replaces the previous such one, as in the panel. */
  add(record: AssemblyRecord): void {
    const { correlationId, origin, isLive } = record;
    const replaced = origin === 'preview' && isLive ? this.lastLive : undefined;
    if (origin === 'preview') this.lastLive = isLive ? correlationId : undefined;
    this.keep(record);
    const others = this.store.facts.summaries.filter(
      (summary) => summary.correlationId !== correlationId && summary.correlationId !== replaced,
    );
    const { historySize = 1 } = this.store.facts.panel ?? {};
    this.store.update({ summaries: [...others, summaryOf(record)].slice(-historySize) });
  }

  /** Puts an assembly on view, `undefined`: the newest. A failure is in the state. */
  async show(correlationId: string | undefined): Promise<void> {
    this.visit += 1;
    const { visit } = this;
    this.store.forgetFailure('action');
    const { newest } = this.store.facts;
    if (correlationId === undefined || correlationId === newest?.correlationId) {
      this.store.update({ pinned: undefined });
      return;
    }
    const record = await this.find(correlationId);
    if (record !== undefined && this.visit === visit) this.store.update({ pinned: record });
  }

  /** Picks an assembly or takes it back; the oldest of three picks gives way. */
  async toggleCompared(correlationId: string): Promise<void> {
    const { compared } = this.store.facts;
    const picked = compared.includes(correlationId)
      ? compared.filter((id) => id !== correlationId)
      : [...compared, correlationId].slice(-2);
    this.store.forgetFailure('action');
    this.store.update({ compared: picked, comparison: undefined });
    const [first, second] = picked;
    if (first === undefined || second === undefined) return;
    const [one, other] = await Promise.all([this.find(first), this.find(second)]);
    if (this.store.facts.compared !== picked) return;
    if (one !== undefined && other !== undefined) this.store.update({ comparison: this.inOrder(one, other) });
    else this.store.update({ compared: picked.filter((id) => this.records.has(id)) });
  }

  closeComparison(): void {
    this.store.update({ compared: [], comparison: undefined });
  }

  private async find(correlationId: string): Promise<AssemblyRecord | undefined> {
    const { newest, lastOfAgent } = this.store.facts;
    const known =
      this.records.get(correlationId) ??
      [newest, lastOfAgent].find((record) => record?.correlationId === correlationId);
    if (known !== undefined) return known;
    try {
      return await this.fetchOnce(correlationId);
    } catch (error) {
      this.store.fail(error);
      if (failureOf(error).code === ErrorCode.notFound) this.drop(correlationId);
      return undefined;
    }
  }

  private fetchOnce(correlationId: string): Promise<AssemblyRecord> {
    const underWay = this.fetching.get(correlationId) ?? this.fetch(correlationId);
    this.fetching.set(correlationId, underWay);
    return underWay;
  }

  private async fetch(correlationId: string): Promise<AssemblyRecord> {
    try {
      await this.gate.pass();
      const record = await this.connection.assembly(correlationId);
      this.keep(record);
      return record;
    } finally {
      this.fetching.delete(correlationId);
    }
  }

  private keep(record: AssemblyRecord): void {
    this.records.delete(record.correlationId);
    this.records.set(record.correlationId, record);
    const [oldest] = this.records.keys();
    if (this.records.size > maxRecords && oldest !== undefined) this.records.delete(oldest);
  }

  /** Removes an assembly that the panel no longer keeps. */
  private drop(correlationId: string): void {
    const { summaries, compared } = this.store.facts;
    this.store.update({
      summaries: summaries.filter((summary) => summary.correlationId !== correlationId),
      compared: compared.filter((id) => id !== correlationId),
    });
  }

  private inOrder(one: AssemblyRecord, other: AssemblyRecord): readonly [AssemblyRecord, AssemblyRecord] {
    const ids = this.store.facts.summaries.map(({ correlationId }) => correlationId);
    return ids.indexOf(one.correlationId) <= ids.indexOf(other.correlationId) ? [one, other] : [other, one];
  }
}

function withoutTwins(summaries: readonly AssemblySummary[]): readonly AssemblySummary[] {
  return [...new Map(summaries.map((summary) => [summary.correlationId, summary])).values()];
}
