import {
  type CallOptions,
  IClock,
  type ILexichordRuntime,
  IIndexService,
  type IndexReport,
} from '@lexichord/abstractions';
import type { RefreshOutcome, ControlHandlers, SwitchedStrategies, WatchDescription } from '@lexichord/control';

/** What commands can ask of `lexichord index --watch`. */
export class IndexControl implements ControlHandlers {
  private lastReport: { readonly at: string; readonly what: string } | undefined;

  constructor(
    private readonly runtime: ILexichordRuntime,
    private readonly options: CallOptions,
  ) {}

  /** Remembers what an update has found. */
  note(report: IndexReport): void {
    this.lastReport = {
      at: new Date(this.runtime.resolve(IClock).now()).toISOString(),
      what: `${report.added} added, ${report.changed} changed, ${report.removed} removed`,
    };
  }

  reloadConfiguration: ControlHandlers['reloadConfiguration'] = () => this.runtime.reloadConfiguration();

  async refresh(): Promise<RefreshOutcome> {
    const report = await this.runtime.resolve(IIndexService).update({ signal: this.options.signal });
    this.note(report);
    const { added, changed, removed } = report;
    return { index: { added, changed, removed } };
  }

  describeWatch(): Promise<WatchDescription> {
    return Promise.resolve({
      active: true,
      folders: ['.'],
      documents: [],
      configurationFiles: this.runtime.watchedConfigurationFiles,
      lastEvent: this.lastReport,
    });
  }

  async rereadStrategies(): Promise<SwitchedStrategies> {
    return { switched: await this.runtime.rereadStrategies() };
  }
}
