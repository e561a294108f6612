import type { ConfigurationChange } from '@lexichord/abstractions';

import type { ConnectionListener, ConnectionStatus, IPreviewConnection } from '../protocol/preview-connection.js';
import type { AssemblyRecord, PreviewMessage, PreviewMessageOf } from '../protocol/preview-message.js';
import { type AssemblyRequester, takeRecord } from './assembly/assembly-requester.js';
import { hasOwnQuestion, hasSomethingToAsk } from './assembly/preview-question.js';
import type { DocumentController } from './document/document-controller.js';
import type { PreviewTimers } from './preview-timers.js';
import { numberSources } from './sources/source-colors.js';
import type { SourceSwitches } from './sources/source-switches.js';
import type { ConnectionGate } from './state/connection-gate.js';
import { keepUnchanged } from './state/keep-unchanged.js';
import type { PreviewStore } from './state/preview-store.js';
import type { KeptAssemblies } from './timeline/kept-assemblies.js';

/** Duration of a notice, in milliseconds. */
const noticeMs = 10_000;

/** Collaborators of {@link PanelListener}. */
export interface ListenerParts {
  readonly store: PreviewStore;
  readonly gate: ConnectionGate;
  readonly connection: IPreviewConnection;
  readonly timers: PreviewTimers;
  readonly requester: AssemblyRequester;
  readonly documents: DocumentController;
  readonly switches: SourceSwitches;
  readonly kept: KeptAssemblies;
}

/** Handles the panel's messages and connection status. */
export class PanelListener implements ConnectionListener {
  private notice: unknown;

  constructor(private readonly parts: ListenerParts) {}

  readonly onStatus = (connection: ConnectionStatus): void => {
    const { store, gate, requester } = this.parts;
    if (connection === store.facts.connection) return;
    store.update({ connection });
    if (connection === 'open') {
      this.resumeWhenOpen();
      return;
    }
    gate.interrupted();
    if (connection !== 'connecting') requester.interrupt();
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
        this.notify(configurationNotice(message.change));
        this.requestAgain(false);
        break;
      case 'configuration-rejected':
        this.notify(`The changed configuration is not used. ${message.message}`);
        break;
      case 'refresh-requested':
        void this.parts.requester.requestNow(false);
        break;
      case 'stopping':
        this.notify('The panel is being stopped.');
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

  /** Shows an agent's assembly, and adopts its question for the viewer. */
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
    this.resumeWhenOpen();
  }

  private resumeWhenOpen(): void {
    if (this.parts.gate.isOpen) void this.resume();
  }

  /** Restores the state of the last connection on a new one. */
  private async resume(): Promise<void> {
    const { store, gate, requester, documents, switches } = this.parts;
    gate.release();
    switches.resume();
    await Promise.all([this.listConversations(), documents.resume()]);
    if (requester.isWaiting || hasOwnQuestion(store.facts)) await requester.requestNow(false);
  }

  private onAssembly(message: PreviewMessageOf<'assembly-started' | 'assembled' | 'assembly-failed'>): void {
    const { requester, kept } = this.parts;
    const { origin } = message.kind === 'assembly-failed' ? message : message.assembly;
    if (origin === 'preview') requester.onMessage(message);
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
    if (who !== undefined) this.requestAgain(who === 'viewer');
  }

  private async onDocumentChanged(path: string): Promise<void> {
    if (await this.parts.documents.readAgain(path)) await this.parts.requester.requestNow(false);
  }

  private requestAgain(isByUser: boolean): void {
    if (hasSomethingToAsk(this.parts.store.facts)) void this.parts.requester.requestNow(isByUser);
  }

  private notify(notice: string): void {
    const { store, timers } = this.parts;
    timers.clear(this.notice);
    store.update({ notice });
    this.notice = timers.set(() => store.update({ notice: undefined }), noticeMs);
  }
}

/** Outcome of a changed configuration, in a sentence or two. */
export function configurationNotice({ appliedKeys, restartKeys }: ConfigurationChange): string {
  const applied = appliedKeys.length === 0 ? 'no effective setting changed' : `now in force: ${appliedKeys.join(', ')}`;
  const later = restartKeys.length === 0 ? '' : ` After a restart: ${restartKeys.join(', ')}.`;
  return `The configuration was reloaded; ${applied}.${later}`;
}
