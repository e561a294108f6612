import { type ILexichordRuntime, ILogger, type LexichordEvents, type Unsubscribe } from '@lexichord/abstractions';

import type { IPreviewConnection } from '../protocol/preview-connection.js';
import type { PreviewMessage } from '../protocol/preview-message.js';
import { AssemblyController } from './assembly-controller.js';
import { AssemblyHistory } from './assembly-history.js';
import { type PanelLimits, describePanel, licenseWarnings } from './describe-panel.js';
import { DocumentSearch } from './document-search.js';
import type { WatchEvent } from './document-watch.js';
import { OpenDocuments } from './open-documents.js';
import { PanelNames } from './panel-names.js';
import { ViewerConnection } from './viewer-connection.js';
import type { Viewer } from './viewer.js';
import { Viewers } from './viewers.js';

/** Watched documents. */
export interface HubWatch {
  /** Documents that viewers have open, sorted by name. */
  readonly documents: readonly string[];
  readonly lastEvent?: WatchEvent | undefined;
}

/** Options of a hub. */
export type HubOptions = PanelLimits;

/** Connects the runtime of a workspace with the viewers of its panel. */
export interface PreviewHub {
  /** Connects a viewer. After a reconnection, the same id is the same viewer.
   *
   * @param viewerId see `isViewerId`
   */
  connect(viewerId: string): IPreviewConnection;
  /** Number of connected viewers. */
  readonly viewers: number;
  /** Requests all viewers to assemble again; returns their number. */
  requestRefresh(): number;
  describeWatch(): HubWatch;
  /** Notifies viewers, cancels running assemblies and drops viewers' edits. */
  close(): Promise<void>;
}

/** Opens the hub of a runtime. It listens to the runtime's events until it is closed. */
export function openPreviewHub(runtime: ILexichordRuntime, options: HubOptions): PreviewHub {
  return new RuntimePreviewHub(runtime, options);
}

class RuntimePreviewHub implements PreviewHub {
  private readonly history: AssemblyHistory;
  private readonly assemblies: AssemblyController;
  private readonly names: PanelNames;
  private readonly search: DocumentSearch;
  private readonly documents: OpenDocuments;
  private readonly connected: Viewers;
  private readonly subscriptions: readonly Unsubscribe[];
  /** The licence as last reported to viewers. */
  private sentLicense: string;

  constructor(
    private readonly runtime: ILexichordRuntime,
    private readonly options: HubOptions,
  ) {
    const { maxBudget } = options;
    this.history = new AssemblyHistory(options.history);
    this.names = new PanelNames(runtime);
    this.search = new DocumentSearch(runtime, this.names);
    this.documents = new OpenDocuments(runtime, (viewerId, path) =>
      this.connected.find(viewerId)?.send({ kind: 'document-changed', path: this.names.of(path) }),
    );
    this.connected = new Viewers(runtime.resolve(ILogger).forSource('PreviewHub'), ({ viewerId }) => {
      this.documents.forget(viewerId);
      this.history.forget(viewerId);
    });
    const broadcast = (message: PreviewMessage): void => this.connected.broadcast(message);
    this.assemblies = new AssemblyController({
      runtime,
      maxBudget,
      history: this.history,
      names: this.names,
      broadcast,
    });
    this.sentLicense = this.describeLicense();
    this.subscriptions = this.subscribe();
  }

  get viewers(): number {
    return this.connected.listening;
  }

  connect(viewerId: string): IPreviewConnection {
    return new ViewerConnection(viewerId, {
      runtime: this.runtime,
      history: this.history,
      assemblies: this.assemblies,
      names: this.names,
      search: this.search,
      documents: this.documents,
      viewer: (id) => {
        this.noticeLicense();
        return this.connected.get(id);
      },
      firstMessages: (viewer) => this.firstMessages(viewer),
      left: (viewer) => this.connected.left(viewer),
    });
  }

  requestRefresh(): number {
    this.connected.broadcast({ kind: 'refresh-requested' });
    return this.viewers;
  }

  describeWatch(): HubWatch {
    const { watchedPaths, lastEvent } = this.documents;
    return {
      documents: watchedPaths.map((path) => this.names.of(path)),
      lastEvent: lastEvent && { ...lastEvent, path: this.names.of(lastEvent.path) },
    };
  }

  async close(): Promise<void> {
    for (const unsubscribe of this.subscriptions) unsubscribe();
    this.connected.close();
    await this.documents.close();
  }

  private subscribe(): readonly Unsubscribe[] {
    const on = <Name extends keyof LexichordEvents>(
      name: Name,
      listener: (event: LexichordEvents[Name]) => void,
    ): Unsubscribe => this.runtime.events.subscribe(name, listener);
    return [
      on('ContextAssemblyStarted', (event) => {
        this.noticeLicense();
        this.assemblies.started(event);
      }),
      on('ContextAssembled', (event) => this.assemblies.assembled(event)),
      on('ContextAssemblyFailed', (event) => this.assemblies.failed(event)),
      on('StrategyToggled', ({ strategyId, enabled }) =>
        this.broadcastWithPanel({ kind: 'strategy-toggled', strategyId, enabled }),
      ),
      on('ConfigurationReloaded', (change) => this.broadcastWithPanel({ kind: 'configuration-reloaded', change })),
      on('ConfigurationRejected', ({ code, message }) =>
        this.broadcastWithPanel({ kind: 'configuration-rejected', code, message }),
      ),
    ];
  }

  /** Sends a message, followed by the new panel description. */
  private broadcastWithPanel(message: PreviewMessage): void {
    this.connected.broadcast(message);
    this.connected.broadcast(this.panel());
  }

  /** It may expire while the panel is open: then its sources are locked, and every viewer is notified. */
  private noticeLicense(): void {
    const license = this.describeLicense();
    if (license === this.sentLicense) return;
    this.sentLicense = license;
    this.connected.broadcast(this.panel());
  }

  private describeLicense(): string {
    const { license } = this.runtime;
    return [license.tier, ...licenseWarnings(license)].join('\n');
  }

  private panel(): PreviewMessage {
    return { kind: 'panel', panel: describePanel(this.runtime, this.options) };
  }

  private firstMessages({ viewerId }: Viewer): readonly PreviewMessage[] {
    const assemblies = this.history.summariesFor(viewerId);
    const history: PreviewMessage = { kind: 'history', assemblies, lastOfAgent: this.history.lastOfAgents() };
    return [this.panel(), history];
  }
}
