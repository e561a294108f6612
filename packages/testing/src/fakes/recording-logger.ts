import type { ILogger, LogFields } from '@lexichord/abstractions';

/** One line as it was logged. */
export interface RecordedLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly source: string | undefined;
  readonly template: string;
  readonly fields: LogFields;
  readonly error?: unknown;
}

/** Keeps log lines for assertions. Loggers made by `forSource` write into the same list. */
export class RecordingLogger implements ILogger {
  constructor(
    readonly lines: RecordedLine[] = [],
    private readonly source?: string,
  ) {}

  debug(template: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'debug', source: this.source, template, fields });
  }

  info(template: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'info', source: this.source, template, fields });
  }

  warn(template: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'warn', source: this.source, template, fields });
  }

  error(template: string, fields: LogFields = {}, error?: unknown): void {
    this.lines.push({ level: 'error', source: this.source, template, fields, error });
  }

  forSource(source: string): ILogger {
    return new RecordingLogger(this.lines, source);
  }

  withCorrelation<T>(_correlationId: string, work: () => T): T {
    return work();
  }

  /** Templates in the order they were logged, at one level or at all. */
  templates(level?: RecordedLine['level']): string[] {
    return this.lines.filter((line) => level === undefined || line.level === level).map((line) => line.template);
  }
}
