import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ILexichordRuntime } from '@lexichord/abstractions';
import { type RuntimeOptions, createPreviewServer, createRuntime, developmentLicense } from '@lexichord/runtime';
import { PatientClock, RecordingLogger, type TestBrowser } from '@lexichord/testing';

type Page = Awaited<ReturnType<TestBrowser['newPage']>>;
type PreviewServer = Awaited<ReturnType<typeof createPreviewServer>>;
type Locator = ReturnType<Page['locator']>;

const buildScript = fileURLToPath(new URL('../../../preview/build-page.mjs', import.meta.url));

/** Brings the page up to date; at once when it is. A test of a stale page would test nothing. */
export function buildPage(): void {
  const environment = { ...process.env, NODE_OPTIONS: '' };
  const { status, stderr } = spawnSync(process.execPath, [buildScript], { encoding: 'utf8', env: environment });
  if (status !== 0) throw new TypeError(`The page could not be built:\n${stderr}`);
}

/** Panels that are open until the end of a test. */
export class OpenPanels {
  private readonly closing: (() => Promise<void>)[] = [];

  async open(
    workspaceRoot: string,
    options: Partial<RuntimeOptions> = {},
  ): Promise<{ readonly runtime: ILexichordRuntime; readonly server: PreviewServer }> {
    const runtime = await createRuntime({
      workspaceRoot,
      license: developmentLicense,
      logger: new RecordingLogger(),
      clock: new PatientClock(),
      ...options,
    });
    this.closing.push(() => runtime.dispose());
    return { runtime, server: await this.serve(runtime) };
  }

  async serve(runtime: ILexichordRuntime, options: { readonly port?: number } = {}): Promise<PreviewServer> {
    const server = await createPreviewServer(runtime, options);
    this.closing.push(() => server.close());
    return server;
  }

  async close(): Promise<void> {
    for (const close of this.closing.splice(0).reverse()) await close();
  }
}

/** The panel as a reader sees it. */
export class PanelPage {
  /** Errors of scripts, violations of the content policy, and failed requests. */
  readonly complaints: string[] = [];
  /** Hosts of all requests. */
  readonly hosts = new Set<string>();

  constructor(readonly page: Page) {
    // A page that hangs is ended with its test; what a busy machine slows down is not.
    page.setDefaultTimeout(240_000);
    page.on('pageerror', ({ message }) => this.complaints.push(message));
    page.on('console', (line) => {
      if (line.type() === 'error') this.complaints.push(line.text());
    });
    page.on('request', (request) => this.hosts.add(new URL(request.url()).host));
  }

  /** Opens the panel with a document, and waits for its first assembly. */
  async open(address: string, documentPath?: string): Promise<void> {
    const query = documentPath === undefined ? '' : `?document=${encodeURIComponent(documentPath)}`;
    await this.page.goto(`${address}${query}`);
    if (documentPath !== undefined) await this.source('document').locator('[data-part="fold"]').waitFor();
  }

  /** The row of a source. */
  source(sourceId: string): Locator {
    return this.page.locator(`[data-part="row"][data-source="${sourceId}"]`);
  }

  part(name: string): Locator {
    return this.page.locator(`[data-part="${name}"]`);
  }

  /** Shows what a source has gathered. */
  async unfold(sourceId: string): Promise<void> {
    const fold = this.source(sourceId).locator('[data-part="fold"]');
    if ((await fold.getAttribute('aria-expanded')) !== 'true') await fold.click();
  }

  /** Content that a source has gathered, byte for byte. */
  async content(sourceId: string): Promise<string> {
    await this.unfold(sourceId);
    const raw = this.source(sourceId).locator('[data-part="show-raw"]');
    if ((await raw.count()) > 0) await raw.click();
    const text = this.source(sourceId).locator('[data-part="content"] :is([data-part="text"], [data-part="raw"])');
    return (await text.first().textContent()) ?? '';
  }

  /** Ids of the sources that have a fragment, in their order. */
  async fragmentIds(): Promise<readonly string[]> {
    return this.page.$$eval('[data-part="prompt-part"][data-source]', (parts) =>
      parts.map((part) => part.getAttribute('data-source') ?? ''),
    );
  }

  /** The prompt as it stands on the page, byte for byte. */
  async prompt(): Promise<string> {
    return (await this.part('prompt').textContent()) ?? '';
  }

  /** Identifier of the assembly on view. */
  async assembly(): Promise<string> {
    return (await this.page.locator('[data-assembly]').getAttribute('data-assembly')) ?? '';
  }

  /** Waits until the prompt has a text and the panel is quiet. */
  async whenPrompted(text: string): Promise<void> {
    await this.page.waitForFunction((wanted) => {
      const isReady = document.querySelector('[data-assembly]')?.getAttribute('data-phase') === 'ready';
      return isReady && document.querySelector('[data-part="prompt"]')?.textContent.includes(wanted) === true;
    }, text);
  }

  /** Does something, and waits until another assembly is on view and the panel is quiet. */
  async whenAssembledAnew(act: () => Promise<unknown>): Promise<void> {
    const before = await this.assembly();
    await act();
    await this.page.waitForFunction((former) => {
      const panel = document.querySelector('[data-assembly]');
      return panel?.getAttribute('data-phase') === 'ready' && panel.getAttribute('data-assembly') !== former;
    }, before);
  }
}
