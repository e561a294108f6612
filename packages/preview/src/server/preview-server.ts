import { type ILexichordRuntime, ILogger } from '@lexichord/abstractions';
import {
  type LoopbackServer,
  announceProcess,
  controlPath,
  controlRoutes,
  startLoopbackServer,
} from '@lexichord/control/server';
import { DisposalRegistry } from '@lexichord/platform/internal';
import { Hono } from 'hono';

import { type PreviewHub, openPreviewHub } from '../hub/preview-hub.js';
import { PreviewOptions } from '../preview-options.js';
import { RenewalKeys } from './renewal-keys.js';
import { apiRoutes } from './api-routes.js';
import { EventRoutes } from './event-routes.js';
import { type PageOptions, pageRoutes } from './page-routes.js';
import { panelControl } from './panel-control.js';
import { PreviewMetrics } from './preview-metrics.js';
import { renewRoutes } from './renew-routes.js';

/** Interval of refreshing a panel's renewal keys, for the next panel on its port. */
const keptEveryMs = 60_000;

/** Options of the panel's server. */
export interface PreviewServerOptions {
  /** On the loopback interface. Default: the configured one, or a free one where that is taken. */
  readonly port?: number | undefined;
  /** Origins that may show the panel in a frame, such as `vscode-webview:`; none by default. */
  readonly frameAncestors?: readonly string[] | undefined;
  /** Whether commands in the same workspace find it. Default true. */
  readonly isAnnounced?: boolean | undefined;
  /** Folder of the built page, with a slash at its end. Default: the one that comes with the package. */
  readonly pageFolder?: URL | undefined;
}

/** The panel of a workspace, being served. */
export interface PreviewServer {
  /** Address to open in a browser. It holds the secret: not for a log. */
  readonly address: string;
  readonly port: number;
  readonly secret: string;
  readonly hub: PreviewHub;
  /** Notifies the viewers, frees the port, and discards the viewers' edits. */
  close(): Promise<void>;
}

/** @throws the errors of `startLoopbackServer` */
export async function startPreviewServer(
  runtime: ILexichordRuntime,
  options: PreviewServerOptions,
): Promise<PreviewServer> {
  const hub = openPreviewHub(runtime, runtime.resolve(PreviewOptions));
  const metrics = new PreviewMetrics(runtime.events, () => hub.viewers);
  const events = new EventRoutes({ hub, onSlow: metrics.countSlowViewer });
  // Freed in the reverse order.
  const disposal = new DisposalRegistry();
  let server: LoopbackServer | undefined;
  disposal.add('server', () => server?.close());
  disposal.add('metrics', () => metrics.close());
  disposal.add('event streams', () => events.close());
  disposal.add('hub', () => hub.close());
  try {
    const log = runtime.resolve(ILogger).forSource('PreviewServer');
    const listening = await listen({ runtime, hub, events, metrics, log }, options);
    server = listening.server;
    // The record goes first, so that no page is sent to a port that another program has by then.
    disposal.add('announcement', await announce({ runtime, log, ...listening }, options));
    log.info('Context preview is served on port {port}', { port: listening.server.port });
    return { ...listening.server, hub, close: () => disposal.dispose() };
  } catch (error) {
    await disposal.dispose();
    throw error;
  }
}

/** Parts of a panel. */
interface PanelParts {
  readonly runtime: ILexichordRuntime;
  readonly hub: PreviewHub;
  readonly events: EventRoutes;
  readonly metrics: PreviewMetrics;
  readonly log: ILogger;
}

/** A running panel, and the keys by which its pages find the next one. */
interface ListeningPanel {
  readonly server: LoopbackServer;
  readonly keys: RenewalKeys;
}

async function listen(parts: PanelParts, options: PreviewServerOptions): Promise<ListeningPanel> {
  const { runtime, metrics, log } = parts;
  // The keys need the server's port, and no request arrives before it is set.
  const renewal: { keys?: RenewalKeys } = {};
  const ownKey = (): string => renewal.keys?.own.key ?? '';
  const server: LoopbackServer = await startLoopbackServer({
    routes: panelRoutes(parts, { ...options, renewalKey: ownKey }),
    openRoutes: renewRoutes({
      readKeys: async () => (await renewal.keys?.readKeys()) ?? [],
      panel: () => ({ address: server.address, key: ownKey() }),
    }),
    port: options.port ?? runtime.resolve(PreviewOptions).port,
    orFreePort: options.port === undefined,
    frameAncestors: options.frameAncestors,
    onRefused: metrics.countRefusal,
    onFailure: (error) => log.error('A call of the preview failed', {}, error),
  });
  const keys = new RenewalKeys(runtime, server.port);
  renewal.keys = keys;
  return { server, keys };
}

/** Everything below the secret. */
function panelRoutes({ runtime, hub, events, metrics }: PanelParts, page: PageOptions): Hono {
  const routes = new Hono();
  routes.route('/', pageRoutes(page));
  routes.route('/', events.routes);
  routes.route('/api', apiRoutes(hub));
  routes.route(controlPath, controlRoutes(panelControl(runtime, hub)));
  routes.get('/metrics', () => metrics.answer());
  return routes;
}

/**
 * Announces the panel to commands.
 * @returns a function that withdraws it; a failure is logged, and the panel still works
 */
async function announce(
  { runtime, log, server: { port, secret }, keys }: Pick<PanelParts, 'runtime' | 'log'> & ListeningPanel,
  { isAnnounced = true }: PreviewServerOptions,
): Promise<() => Promise<void>> {
  try {
    await keys.takeOver();
    const stopKeeping = keepKeys(keys, log);
    const conceal = isAnnounced ? await announceProcess(runtime, { port, secret, kind: 'preview' }) : undefined;
    return async () => {
      await Promise.all([stopKeeping(), conceal?.()]);
    };
  } catch (error) {
    log.error('Other commands cannot find this preview', {}, error);
  }
  return () => Promise.resolve();
}

/** @returns does so for the last time */
function keepKeys(keys: RenewalKeys, log: ILogger): () => Promise<void> {
  const keep = (): Promise<void> =>
    keys.keep().catch((error: unknown) => log.error('Open pages may not find the next preview', {}, error));
  const timer = setInterval(() => void keep(), keptEveryMs).unref();
  return () => {
    clearInterval(timer);
    return keep();
  };
}
