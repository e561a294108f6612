import { type CompressionLevel, type Unsubscribe, combineContent, getFragment } from '@lexichord/abstractions';

import type { DocumentChoices, IPreviewConnection } from '../protocol/preview-connection.js';
import type { AssemblyRecord } from '../protocol/preview-message.js';
import { AssemblyRequester } from './assembly/assembly-requester.js';
import { hasOwnQuestion, hasSomethingToAsk } from './assembly/preview-question.js';
import { SegmentExpansions } from './assembly/segment-expansions.js';
import { DocumentController } from './document/document-controller.js';
import { PanelListener } from './panel-listener.js';
import type { IContextPreviewViewModel, PreviewMemory } from './preview-actions.js';
import type { DocumentPlace, PreviewState } from './preview-state.js';
import { type PreviewTimers, systemTimers } from './preview-timers.js';
import { PanelMemory } from './remembered-panel.js';
import { turnFold } from './sources/folding.js';
import { SourceSwitches } from './sources/source-switches.js';
import { ConnectionGate } from './state/connection-gate.js';
import { unreachable } from './state/failure.js';
import { shownRecord } from './state/preview-facts.js';
import { PreviewStore } from './state/preview-store.js';
import { KeptAssemblies } from './timeline/kept-assemblies.js';

/** Storage between visits, and the clock. */
export interface PreviewViewModelOptions {
  /** Absent: nothing is remembered between visits. */
  readonly memory?: PreviewMemory | undefined;
  readonly timers?: PreviewTimers | undefined;
}

/**
 * View model of a viewer of the context preview panel (SBD-072 §3.4), independent of how it is drawn.
 *
 * A viewer with its own question (a document, a query or a conversation) sees its own assemblies; those of agents go to
 * the timeline. A viewer without one sees the requests of agents as they arrive, and repeats their last one when it
 * refreshes, switches a source or changes the budget.
 */
export class ContextPreviewViewModel implements IContextPreviewViewModel {
  private readonly store: PreviewStore;
  private readonly gate: ConnectionGate;
  private readonly requester: AssemblyRequester;
  private readonly documents: DocumentController;
  private readonly switches: SourceSwitches;
  private readonly kept: KeptAssemblies;
  private readonly expansions: SegmentExpansions;
  private readonly memory: PanelMemory;
  private readonly listener: PanelListener;
  private close: Unsubscribe | undefined;

  constructor(
    private readonly connection: IPreviewConnection,
    { memory, timers = systemTimers }: PreviewViewModelOptions = {},
  ) {
    const store = new PreviewStore(timers, () => this.remember());
    const gate = new ConnectionGate(store);
    const documents = new DocumentController(store, connection, gate);
    const switches = new SourceSwitches(store, connection, gate);
    const kept = new KeptAssemblies(store, connection, gate);
    const sendEdits = (): Promise<void> => documents.sendEdits();
    const onRecord = (record: AssemblyRecord): void => kept.add(record);
    const requester = new AssemblyRequester({ store, connection, gate, timers, sendEdits, onRecord });
    this.store = store;
    this.gate = gate;
    this.documents = documents;
    this.switches = switches;
    this.kept = kept;
    this.requester = requester;
    this.expansions = new SegmentExpansions(store, connection, gate);
    this.memory = new PanelMemory(memory);
    this.listener = new PanelListener({ store, gate, connection, timers, requester, documents, switches, kept });
  }

  get state(): PreviewState {
    return this.store.state;
  }

  subscribe(listener: () => void): Unsubscribe {
    return this.store.subscribe(listener);
  }

  start(): void {
    if (this.close !== undefined) return;
    this.takeRemembered();
    this.store.awaken();
    this.store.update({ connection: 'connecting' });
    try {
      this.close = this.connection.open(this.listener);
    } catch (error) {
      this.store.fail(error);
      this.listener.onStatus('closed');
    }
  }

  dispose(): void {
    if (this.close === undefined) return;
    this.remember();
    this.close();
    this.close = undefined;
    this.requester.dispose();
    this.listener.dispose();
    this.listener.onStatus('closed');
    this.store.silence();
  }

  async refresh(): Promise<void> {
    this.store.forgetFailure('action');
    if (this.store.facts.connection === 'lost') this.store.update({ failure: { ...unreachable, of: 'assembly' } });
    await Promise.all([this.requester.requestNow(true), this.listener.listConversations()]);
  }

  async cancel(): Promise<void> {
    await this.requester.cancel();
  }

  async toggle(sourceId: string): Promise<void> {
    const isSwitched = await this.switches.toggle(sourceId);
    if (isSwitched && hasSomethingToAsk(this.store.facts)) await this.requester.requestNow(true);
  }

  toggleExpanded(sourceId: string): void {
    this.store.update({ folding: turnFold(this.store.facts.folding, sourceId) });
  }

  expandAll(isExpanded: boolean): void {
    this.store.update({ folding: { isExpanded, except: new Set() } });
  }

  setAgent(agentId: string): void {
    const { followed } = this.store.facts;
    this.store.update({
      agentId,
      // The question is about the context of this agent, so its own budget is used, too.
      ...(followed === undefined
        ? {}
        : { followed: { request: { ...followed.request, agentId }, maxTokens: undefined } }),
    });
    void this.requester.requestNow(true);
  }

  setQuery(query: string): void {
    if (query === this.store.facts.query) return;
    this.store.update({ query });
    this.askForQuestion({ isTyping: true });
  }

  setConversation(conversationId: string | undefined): void {
    if (conversationId === this.store.facts.conversationId) return;
    this.store.update({ conversationId });
    this.askForQuestion({ isTyping: false });
  }

  setBudget(tokens: number | undefined): void {
    const budget = tokens === undefined || !Number.isFinite(tokens) ? undefined : Math.max(1, Math.round(tokens));
    if (budget === this.store.facts.budget) return;
    this.store.update({ budget });
    if (hasSomethingToAsk(this.store.facts)) this.requester.requestSoon();
  }

  async findDocuments(words: string): Promise<DocumentChoices> {
    try {
      await this.gate.pass();
      return await this.connection.findDocuments(words);
    } catch (error) {
      this.store.fail(error);
      return { documents: [], total: 0 };
    }
  }

  async openDocument(path: string): Promise<void> {
    if (await this.documents.open(path)) await this.requester.requestNow(true);
  }

  closeDocument(): void {
    this.documents.close();
    this.askForQuestion({ isTyping: false });
  }

  setPlace(place: DocumentPlace | undefined): void {
    if (this.documents.setPlace(place)) this.requester.requestSoon();
  }

  edit(content: string, place: DocumentPlace): void {
    if (this.documents.edit(content, place)) this.requester.requestSoon();
  }

  async discardEdits(): Promise<void> {
    if (await this.documents.discardEdits()) await this.requester.requestNow(true);
  }

  async expandSegment(segmentId: string, toLevel: CompressionLevel | undefined): Promise<void> {
    await this.expansions.expand(segmentId, toLevel);
  }

  async show(correlationId: string | undefined): Promise<void> {
    await this.kept.show(correlationId);
  }

  async toggleCompared(correlationId: string): Promise<void> {
    await this.kept.toggleCompared(correlationId);
  }

  closeComparison(): void {
    this.kept.closeComparison();
  }

  textToCopy(sourceId?: string): string {
    const record = shownRecord(this.store.facts);
    if (record === undefined) return '';
    return sourceId === undefined
      ? combineContent(record.result)
      : (getFragment(record.result, sourceId)?.content ?? '');
  }

  dismissFailure(): void {
    this.store.update({ failure: undefined });
  }

  /** Requests an assembly; without a question of its own, the viewer follows agents again. */
  private askForQuestion({ isTyping }: { readonly isTyping: boolean }): void {
    if (!hasOwnQuestion(this.store.facts)) {
      this.requester.withdraw();
      const { lastOfAgent } = this.store.facts;
      if (lastOfAgent === undefined) this.store.update({ isOutdated: true });
      else this.listener.follow(lastOfAgent);
    } else if (isTyping) this.requester.requestSoon();
    else void this.requester.requestNow(true);
  }

  private takeRemembered(): void {
    const remembered = this.memory.recall();
    if (remembered === undefined) return;
    const { document, ...question } = remembered;
    if (document !== undefined) this.documents.remember(document);
    this.store.update(question);
  }

  private remember(): void {
    const { agentId, query, conversationId, budget, folding } = this.store.facts;
    this.memory.write({ document: this.documents.remembered, agentId, query, conversationId, budget, folding });
  }
}
