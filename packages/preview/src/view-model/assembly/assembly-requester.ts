import type { IPreviewConnection } from '../../protocol/preview-connection.js';
import type { AssemblyRecord, PreviewMessageOf } from '../../protocol/preview-message.js';
import type { PreviewTimers } from '../preview-timers.js';
import { numberSources } from '../sources/source-colors.js';
import type { ConnectionGate } from '../state/connection-gate.js';
import { unreachable } from '../state/failure.js';
import { keepUnchanged } from '../state/keep-unchanged.js';
import type { PreviewStore } from '../state/preview-store.js';
import { AssemblyOrder } from './assembly-order.js';
import { requestFor } from './preview-question.js';

/** Milliseconds between the last key and the assembly that it causes. */
export const typingPauseMs = 120;

/** The reason of a request for an assembly. */
export interface RequestReason {
  /** Whether typing caused it, rather than an action of the viewer. */
  readonly isLive: boolean;
  /** The viewer did something: its result is shown, even if an assembly of the timeline was on view. */
  readonly isByUser: boolean;
}

interface AssemblyCall {
  isCancelled: boolean;
}

/** Collaborators of the requester. */
export interface RequesterParts {
  readonly store: PreviewStore;
  readonly connection: IPreviewConnection;
  readonly gate: ConnectionGate;
  readonly timers: PreviewTimers;
  /** Sends the typed text, which the assembly needs. */
  readonly sendEdits: () => Promise<void>;
  /** The viewer's own result has arrived. */
  readonly onRecord: (record: AssemblyRecord) => void;
}

/**
 * Requests assemblies and handles their results. One call runs at a time, always with the newest question; a result
 * never replaces that of a later request.
 */
export class AssemblyRequester {
  private readonly order = new AssemblyOrder();
  private wanted: RequestReason | undefined;
  private pause: unknown;
  private asking: Promise<void> | undefined;
  private isUnpinning = false;
  /** The call that is being made. */
  private call: AssemblyCall | undefined;
  private lifetime = new AbortController();

  constructor(private readonly parts: RequesterParts) {}

  /** After the last of several changes in a row (typing, cursor, budget). */
  requestSoon(): void {
    this.want({ isLive: true, isByUser: true });
    const { timers } = this.parts;
    timers.clear(this.pause);
    this.pause = timers.set(() => {
      this.pause = undefined;
      void this.requestWanted();
    }, typingPauseMs);
  }

  /** At once. Resolves when the assembly has begun, or could not. */
  async requestNow(isByUser: boolean): Promise<void> {
    this.want({ isLive: false, isByUser });
    this.clearPause();
    await this.requestWanted();
  }

  /** Sends the request that waited for a connection. */
  async requestWanted(): Promise<void> {
    const { store, gate } = this.parts;
    if (this.wanted === undefined) return;
    if (!gate.isOpen) {
      if (store.facts.connection !== 'connecting') store.update({ isOutdated: true });
      return;
    }
    this.asking ??= this.requestAll().finally(() => (this.asking = undefined));
    await this.asking;
  }

  get isWaiting(): boolean {
    return this.wanted !== undefined;
  }

  /** Cancels the running assembly; the result before stays on view as no longer current. */
  async cancel(): Promise<void> {
    const { store } = this.parts;
    const isUnderWay = store.facts.phase === 'assembling';
    const isIdle = !isUnderWay && this.wanted === undefined;
    this.clearPause();
    this.wanted = undefined;
    if (isIdle) return;
    const correlationId = isUnderWay ? this.order.awaited : undefined;
    if (correlationId === undefined && this.call !== undefined) this.call.isCancelled = true;
    store.update({ phase: 'cancelled', isOutdated: true });
    if (correlationId !== undefined) await this.cancelOnPanel(correlationId);
  }

  /** The viewer has no question any more: the result of its running assembly is not shown. */
  withdraw(): void {
    const { store } = this.parts;
    const { awaited } = this.order;
    const isUnderWay = store.facts.phase === 'assembling';
    this.clearPause();
    this.wanted = undefined;
    this.order.withdraw();
    store.update({ phase: store.facts.newest === undefined ? 'idle' : 'ready' });
    if (isUnderWay && awaited !== undefined) void this.cancelOnPanel(awaited);
  }

  /** The connection is lost: the running assembly is requested again on the next one. */
  interrupt(): void {
    const { store } = this.parts;
    if (store.facts.phase !== 'assembling') return;
    this.want({ isLive: false, isByUser: false });
    this.order.withdraw();
    this.lifetime.abort();
    this.lifetime = new AbortController();
    store.update({ phase: 'failed', failure: { ...unreachable, of: 'assembly' }, isOutdated: true });
  }

  dispose(): void {
    this.clearPause();
    this.wanted = undefined;
    this.lifetime.abort();
    this.lifetime = new AbortController();
  }

  /** Handles messages about this viewer's assemblies. */
  onMessage(message: PreviewMessageOf<'assembly-started' | 'assembled' | 'assembly-failed'>): void {
    if (message.kind === 'assembly-started') this.order.note(message.assembly.correlationId);
    else if (message.kind === 'assembled') this.onAssembled(message.assembly);
    else this.onFailed(message);
  }

  private onAssembled(record: AssemblyRecord): void {
    const { correlationId } = record;
    this.order.note(correlationId);
    if (!this.order.isWelcome(correlationId)) return;
    const { store, onRecord } = this.parts;
    if (this.order.isAwaited(correlationId)) {
      store.forgetFailure('assembly');
      store.update({ phase: 'ready', isOutdated: false });
      if (this.isUnpinning) store.update({ pinned: undefined });
      this.isUnpinning = false;
    } else if (store.facts.phase === 'failed' || store.facts.phase === 'cancelled') {
      // The last requested one did not come: this is better than nothing, and no answer to it.
      store.update({ isOutdated: true });
    }
    this.order.show(correlationId);
    onRecord(takeRecord(store, record));
  }

  private onFailed({ correlationId, outcome, code, message }: PreviewMessageOf<'assembly-failed'>): void {
    this.order.note(correlationId);
    if (!this.order.isAwaited(correlationId)) return;
    const { store } = this.parts;
    if (outcome === 'cancelled') store.update({ phase: 'cancelled', isOutdated: true });
    else store.update({ phase: 'failed', failure: { code, message, of: 'assembly' }, isOutdated: true });
  }

  private want({ isLive, isByUser }: RequestReason): void {
    this.wanted = {
      isLive: isLive && (this.wanted?.isLive ?? true),
      isByUser: isByUser || this.wanted?.isByUser === true,
    };
  }

  private async requestAll(): Promise<void> {
    const { gate } = this.parts;
    while (this.wanted !== undefined && this.pause === undefined && gate.isOpen) await this.requestOnce(this.wanted);
  }

  private async requestOnce(reason: RequestReason): Promise<void> {
    const { store, connection, sendEdits } = this.parts;
    const { signal } = this.lifetime;
    const call = { isCancelled: false };
    this.wanted = undefined;
    this.call = call;
    this.isUnpinning ||= reason.isByUser;
    store.forgetFailure('assembly');
    store.update({ phase: 'assembling' });
    this.order.ask();
    try {
      await sendEdits();
      if (isCancelled(call)) return;
      const started = await connection.assemble(requestFor(store.facts, reason.isLive), { signal });
      this.order.answer(started.correlationId);
      if (isCancelled(call)) await this.cancelOnPanel(started.correlationId);
    } catch (error) {
      if (!signal.aborted && !isCancelled(call)) this.fail(error, reason);
    } finally {
      this.call = undefined;
    }
  }

  private fail(error: unknown, reason: RequestReason): void {
    const { store } = this.parts;
    if (store.facts.connection === 'lost') this.want(reason);
    store.fail(error, 'assembly');
    store.update({ phase: 'failed', isOutdated: true });
  }

  private async cancelOnPanel(correlationId: string): Promise<void> {
    const { store, connection } = this.parts;
    const { signal } = this.lifetime;
    try {
      await connection.cancel(correlationId, { signal });
    } catch (error) {
      if (!signal.aborted) store.fail(error);
    }
  }

  private clearPause(): void {
    this.parts.timers.clear(this.pause);
    this.pause = undefined;
  }
}

/** Read again after each step, because it changes during an `await`. */
function isCancelled(call: AssemblyCall): boolean {
  return call.isCancelled;
}

/** Makes a result the newest one, of the fragments before where they are the same. */
export function takeRecord(store: PreviewStore, record: AssemblyRecord): AssemblyRecord {
  const { newest, numbers } = store.facts;
  const taken = newest === undefined ? record : { ...record, result: keepUnchanged(newest.result, record.result) };
  const sourceIds = record.result.fragments.map(({ sourceId }) => sourceId);
  store.update({ newest: taken, numbers: numberSources(numbers, sourceIds) });
  return taken;
}
