import type { CallOptions, IEditorService, ISecretScanner, SecretFinding } from '@lexichord/abstractions';

import type { UsableSource } from '../collect/source-collector.js';
import { isToolPath } from '../collect/tool-outputs.js';

/** Services for finding secrets. */
export interface FindContext {
  readonly scanner: ISecretScanner;
  readonly editor: Pick<IEditorService, 'getContent'>;
}

/**
 * Finds secrets in the lines of sources, with their line numbers in the file. For an excerpt, scans the whole file,
 * because a partial key is not recognised, and the excerpt itself, because the file may have changed since. For one
 * pack: each file is read and scanned once, for any number of excerpts.
 */
export class SecretFinder {
  private readonly files = new Map<string, Promise<readonly SecretFinding[]>>();

  constructor(private readonly context: FindContext) {}

  /** @throws the errors of `IEditorService.getContent`; the signal's reason */
  async find(source: UsableSource, options: CallOptions = {}): Promise<readonly SecretFinding[]> {
    const { filePath, content, lineRange } = source;
    const own = await this.context.scanner.scan(content, options);
    if (lineRange === undefined) return own;
    const shift = lineRange.startLine - 1;
    const shifted = own.map((finding) => ({
      ...finding,
      startLine: finding.startLine + shift,
      endLine: finding.endLine + shift,
    }));
    if (isToolPath(filePath)) return shifted;
    const whole = await this.inFileOf(source, options);
    const touching = whole.filter(({ startLine, endLine }) => startLine <= lineRange.endLine && endLine > shift);
    const further = shifted.filter((finding) => !touching.some((existing) => isPartOf(finding, existing)));
    return [...touching, ...further];
  }

  private inFileOf(source: UsableSource, options: CallOptions): Promise<readonly SecretFinding[]> {
    const cached = this.files.get(source.filePath);
    if (cached !== undefined) return cached;
    const finding = this.scanFileOf(source, options);
    this.files.set(source.filePath, finding);
    return finding;
  }

  private async scanFileOf(
    { filePath, fileText }: UsableSource,
    options: CallOptions,
  ): Promise<readonly SecretFinding[]> {
    const { scanner, editor } = this.context;
    return scanner.scan(fileText ?? (await editor.getContent(filePath, options)), options);
  }
}

function isPartOf(finding: SecretFinding, { rule, startLine, endLine }: SecretFinding): boolean {
  return finding.rule === rule && startLine <= finding.startLine && finding.endLine <= endLine;
}
