import type { ConnectionListener, ConnectionStatus, IPreviewConnection } from '../../protocol/preview-connection.js';
import type { AssemblyRecord, PreviewMessage, PreviewMessageOf } from '../../protocol/preview-message.js';
import { type AssemblyAsker, takeRecord } from '../assembly/assembly-asker.js';
import { hasOwnQuestion, hasSomethingToAsk } from '../assembly/preview-question.js';
import type { DocumentDesk } from '../document/document-desk.js';
import type { PreviewTimers } from '../preview-timers.js';
import { numberSources } from '../sources/source-colors.js';
import type { SourceSwitches } from '../sources/source-switches.js';
import type { ConnectionGate } from '../state/connection-gate.js';
import { keepUnchanged } from '../state/keep-unchanged.js';
import type { PreviewStore } from '../state/preview-store.js';
import type { KeptAssemblies } from '../timeline/kept-assemblies.js';
import { configurationNotice } from './configuration-notice.js';

/** How long a notice stays, in milliseconds. */
const noticeMs = 10_000;

/** Who is told of what the panel says. */
export interface ListenerParts {
  readonly store: PreviewStore;
  readonly gate: ConnectionGate;
  readonly connection: IPreviewConnection;
  readonly timers: PreviewTimers;
  readonly asker: AssemblyAsker;
  readonly desk: DocumentDesk;
  readonly switches: SourceSwitches;
  readonly kept: KeptAssemblies;
}

/** Hears what the panel says, and has done what follows from it. */
export class PanelListener implements ConnectionListener {
  private notice: unknown;

  constructor(private readonly parts: ListenerParts) {}

  readonly onStatus = (connection: ConnectionStatus): void => {
    const { store, gate, asker } = this.parts;
    if (connection === store.facts.connection) return;
    store.update({ connection });
    if (connection === 'open') {
      this.takeUpWhenOpen();
      return;
    }
    gate.interrupted();
    if (connection !== 'connecting') asker.interrupt();
  };

  readonly onMessage = (message: PreviewMessage): void => {
    switch (message.kind) {
      case 'panel':
        this.onPanel(message);
        break;
      case 'history':
        this.onHistory(message);
        break;
      case 'assembly-started':
      case 'assembled':
      case 'assembly-failed':
        this.onAssembly(message);
        break;
      case 'strategy-toggled':
        this.onToggled(message);
        break;
      case 'document-changed':
        void this.onDocumentChanged(message.path);
        break;
      case 'configuration-reloaded':
        this.tell(configurationNotice(message.change));
        this.askAnew(false);
        break;
      case 'configuration-rejected':
        this.tell(`The changed configuration is not used. ${message.message}`);
        break;
      case 'refresh-requested':
        void this.parts.asker.askNow(false);
        break;
      case 'stopping':
        this.tell('The panel is being stopped.');
    }
  };

  dispose(): void {
    this.parts.timers.clear(this.notice);
    this.parts.store.update({ notice: undefined });
  }

  async listConversations(): Promise<void> {
    const { store, gate, connection } = this.parts;
    if (!gate.isOpen) return;
    try {
      const conversations = await connection.listConversations();
      store.update({ conversations: keepUnchanged(store.facts.conversations, conversations) });
    } catch (error) {
      store.fail(error);
    }
  }

  /** Shows what an agent asked for, and makes its question the viewer's. */
  follow(record: AssemblyRecord): void {
    const { store } = this.parts;
    const { request, result } = record;
    takeRecord(store, record);
    store.update({ followed: { request, maxTokens: result.maxTokens }, isOutdated: false });
  }

  private onPanel({ panel }: PreviewMessageOf<'panel'>): void {
    const { store } = this.parts;
    const { numbers, panel: before } = store.facts;
    const sourceIds = panel.strategies.map(({ strategyId }) => strategyId);
    store.update({ panel: keepUnchanged(before, panel), numbers: numberSources(numbers, sourceIds) });
  }

  private onHistory(message: PreviewMessageOf<'history'>): void {
    this.parts.kept.takeHistory(message);
    if (message.lastOfAgent !== undefined) this.takeAgentAssembly(message.lastOfAgent);
    this.parts.gate.completed();
    this.takeUpWhenOpen();
  }

  private takeUpWhenOpen(): void {
    if (this.parts.gate.isOpen) void this.takeUp();
  }

  /** Everything that the last connection had, on this one. */
  private async takeUp(): Promise<void> {
    const { store, gate, asker, desk, switches } = this.parts;
    gate.release();
    switches.takeUp();
    await Promise.all([this.listConversations(), desk.takeUp()]);
    if (asker.isWaiting || hasOwnQuestion(store.facts)) await asker.askNow(false);
  }

  private onAssembly(message: PreviewMessageOf<'assembly-started' | 'assembled' | 'assembly-failed'>): void {
    const { asker, kept } = this.parts;
    const { origin } = message.kind === 'assembly-failed' ? message : message.assembly;
    if (origin === 'preview') asker.onMessage(message);
    else if (message.kind === 'assembled') {
      this.takeAgentAssembly(message.assembly);
      kept.add(message.assembly);
    }
  }

  private takeAgentAssembly(record: AssemblyRecord): void {
    const { store } = this.parts;
    store.update({ lastOfAgent: record });
    if (!hasOwnQuestion(store.facts)) this.follow(record);
  }

  private onToggled({ strategyId, enabled }: PreviewMessageOf<'strategy-toggled'>): void {
    const who = this.parts.switches.onToggled(strategyId, enabled);
    if (who !== undefined) this.askAnew(who === 'viewer');
  }

  private async onDocumentChanged(path: string): Promise<void> {
    if (await this.parts.desk.readAgain(path)) await this.parts.asker.askNow(false);
  }

  private askAnew(isByUser: boolean): void {
    if (hasSomethingToAsk(this.parts.store.facts)) void this.parts.asker.askNow(isByUser);
  }

  private tell(notice: string): void {
    const { store, timers } = this.parts;
    timers.clear(this.notice);
    store.update({ notice });
    this.notice = timers.set(() => store.update({ notice: undefined }), noticeMs);
  }
}
