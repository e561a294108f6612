import type { IPreviewConnection } from '../../protocol/preview-connection.js';
import { type FakeRuntime, type RuntimeSetup, aRuntime } from './a-runtime.js';
import { RecordingListener } from './recording-listener.js';

/** A panel that can be reached in one way or another. */
export interface PanelUnderTest {
  connect(viewerId: string): IPreviewConnection;
  requestRefresh(): void;
  close(): Promise<void>;
}

export type OpenPanel = (runtime: FakeRuntime) => PanelUnderTest | Promise<PanelUnderTest>;

export const viewerIds = { first: 'viewer-one', second: 'viewer-two' } as const;

/** Text that every way of sending it must leave as it is. */
export const hardText = 'data: one\r\n\r\nid: 7\n\rlone \u{2028} \u0085 \u0000 \ud800 😀 </script> <|endoftext|>';

/** One panel a test, and what of it is to be ended. */
export class ConnectionFixture {
  private opened: { readonly runtime: FakeRuntime; readonly panel: PanelUnderTest } | undefined;
  private closing: (() => void)[] = [];

  constructor(private readonly openPanel: OpenPanel) {}

  get runtime(): FakeRuntime {
    return this.opened!.runtime;
  }

  get panel(): PanelUnderTest {
    return this.opened!.panel;
  }

  /** A panel with two files, and the first viewer's connection to it; the one before is ended. */
  async start(setup: RuntimeSetup = {}): Promise<IPreviewConnection> {
    await this.end();
    const runtime = aRuntime({ files: { 'notes.md': '# Notes\n', 'src/app.ts': 'run();\n' }, ...setup });
    this.opened = { runtime, panel: await this.openPanel(runtime) };
    return this.panel.connect(viewerIds.first);
  }

  listenTo(connection: IPreviewConnection): RecordingListener {
    const listener = new RecordingListener();
    this.atEnd(connection.open(listener));
    return listener;
  }

  atEnd(close: () => void): void {
    this.closing.push(close);
  }

  async end(): Promise<void> {
    for (const close of this.closing) close();
    this.closing = [];
    await this.opened?.panel.close();
    await this.opened?.runtime.dispose();
    this.opened = undefined;
  }
}
