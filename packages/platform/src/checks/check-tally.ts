import { type CheckFinding, type CheckReport, type StateCheckOptions, maxCheckFindings } from '@lexichord/abstractions';

/** Counts what a check looks at of one kind, and keeps the first of what it finds. */
export class CheckTally {
  private checked = 0;
  private uncompared = 0;
  private uncomparedReason = '';
  private problems = 0;
  private mended = 0;
  private readonly findings: CheckFinding[] = [];

  constructor(
    private readonly what: Pick<CheckReport, 'kind' | 'name'>,
    private readonly onProgress?: StateCheckOptions['onProgress'],
  ) {}

  /** Things that were looked at. */
  count(things = 1): void {
    this.checked += things;
    this.onProgress?.({ name: this.what.name, checked: this.checked });
  }

  /** Things that were looked at and have nothing to be compared with; of several reasons the first is told. */
  leave(reason: string, things = 1): void {
    this.count(things);
    this.uncompared += things;
    if (this.uncomparedReason === '') this.uncomparedReason = reason;
  }

  find(finding: CheckFinding): void {
    this.problems += 1;
    if (finding.isMended) this.mended += 1;
    if (this.findings.length < maxCheckFindings) this.findings.push(finding);
  }

  report(): CheckReport {
    const { what, checked, uncompared, uncomparedReason, problems, mended, findings } = this;
    return { ...what, checked, uncompared, uncomparedReason, problems, mended, findings: [...findings] };
  }
}
