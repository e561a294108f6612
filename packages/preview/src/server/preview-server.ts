import { type ILexichordRuntime, ILogger } from '@lexichord/abstractions';
import { DisposalRegistry } from '@lexichord/platform';
import { Hono } from 'hono';

import { type PreviewHub, openPreviewHub } from '../hub/preview-hub.js';
import { PreviewOptions } from '../preview-options.js';
import { announceServing } from '../serving/announce-serving.js';
import { doorRoutes } from '../serving/door-routes.js';
import { isFormerSecret, rememberSecret } from '../serving/former-secrets.js';
import { apiRoutes } from './api-routes.js';
import { EventRoutes } from './event-routes.js';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.js';
import { pageRoutes } from './page-routes.js';
import { panelDoor } from './panel-door.js';
import { PreviewMetrics } from './preview-metrics.js';
import { renewRoutes } from './renew-routes.js';
import { makeSecret } from './server-secret.js';

/** Options of the panel's server. */
export interface PreviewServerOptions {
  /** On the loopback interface. Default: the configured one, or a free one where that is taken. */
  readonly port?: number | undefined;
  /** Who may show the panel in a frame, such as `vscode-webview:`; nobody by default. */
  readonly frameAncestors?: readonly string[] | undefined;
  /** Whether commands in the same workspace find it. Default true. */
  readonly isAnnounced?: boolean | undefined;
  /** Where the built page is, with a slash at its end. Default: the one that comes with the package. */
  readonly pageFolder?: URL | undefined;
}

/** The panel of a workspace, being served. */
export interface PreviewServer {
  /** What is opened in a browser. It holds the secret: not for a log. */
  readonly address: string;
  readonly port: number;
  readonly secret: string;
  readonly hub: PreviewHub;
  /** Tells the viewers, frees the port, and takes away what viewers typed. */
  close(): Promise<void>;
}

/** @throws what `startLoopbackServer` throws */
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
    server = await listen({ runtime, hub, events, metrics, log }, options);
    // The first to go, so that nobody is sent to a port that is somebody else's by then.
    disposal.add('announcement', await announce({ runtime, log, server }, options));
    log.info('Context preview is served on port {port}', { port: server.port });
    return { ...server, hub, close: () => disposal.dispose() };
  } catch (error) {
    await disposal.dispose();
    throw error;
  }
}

/** What a panel is made of. */
interface PanelParts {
  readonly runtime: ILexichordRuntime;
  readonly hub: PreviewHub;
  readonly events: EventRoutes;
  readonly metrics: PreviewMetrics;
  readonly log: ILogger;
}

async function listen(parts: PanelParts, options: PreviewServerOptions): Promise<LoopbackServer> {
  const { runtime, metrics, log } = parts;
  const secret = makeSecret();
  const server: LoopbackServer = await startLoopbackServer({
    routes: panelRoutes(parts, options),
    openRoutes: renewRoutes({
      secret,
      isFormer: (given) => isFormerSecret(runtime, { port: server.port, secret: given }),
      address: () => server.address,
    }),
    secret,
    port: options.port ?? runtime.resolve(PreviewOptions).port,
    orFreePort: options.port === undefined,
    frameAncestors: options.frameAncestors,
    onRefused: metrics.countRefusal,
    onFailure: (error) => log.error('A call of the preview failed', {}, error),
  });
  return server;
}

/** Everything below the secret. */
function panelRoutes({ runtime, hub, events, metrics }: PanelParts, { pageFolder }: PreviewServerOptions): Hono {
  const routes = new Hono();
  routes.route('/', pageRoutes(pageFolder));
  routes.route('/', events.routes);
  routes.route('/api', apiRoutes(hub));
  routes.route('/door', doorRoutes(panelDoor(runtime, hub)));
  routes.get('/metrics', () => metrics.answer());
  return routes;
}

/** Takes it back again. Where nothing can be written, the panel is there all the same. */
async function announce(
  { runtime, log, server: { port, secret } }: Pick<PanelParts, 'runtime' | 'log'> & { readonly server: LoopbackServer },
  { isAnnounced = true }: PreviewServerOptions,
): Promise<() => Promise<void>> {
  try {
    await rememberSecret(runtime, { port, secret });
    if (isAnnounced) return await announceServing(runtime, { port, secret, kind: 'preview' });
  } catch (error) {
    log.error('Other commands cannot find this preview', {}, error);
  }
  return () => Promise.resolve();
}
