import type { ILexichordRuntime } from '@lexichord/abstractions';

import { requirePreview } from './preview-module.js';
import type { PreviewServer, PreviewServerOptions } from './server/preview-server.js';

/**
 * Serves the context preview panel of a workspace on the loopback interface, for several viewers (SBD-072 §3.4). The
 * address contains a secret and gives access to the panel.
 *
 * @throws {LicenseRequiredError} below WriterPro
 * @throws {LexichordError} `io-failed` when the named port is taken, `invalid-argument` for a frame ancestor that is
 * none
 */
export async function createPreviewServer(
  runtime: ILexichordRuntime,
  options: PreviewServerOptions = {},
): Promise<PreviewServer> {
  requirePreview(runtime.license);
  const { startPreviewServer } = await import('./server/preview-server.js');
  return startPreviewServer(runtime, options);
}
