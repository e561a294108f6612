import { type CheckFinding, type CheckReport, maxCheckFindings, type StateCheckOptions } from '@lexichord/abstractions';

/** A repairable finding. */
export interface MendableFinding extends Pick<CheckFinding, 'subject'> {
  /** One sentence for the user. */
  readonly problem: string;
  /** The repair, as a sentence, if repairs are requested. */
  readonly done: string;
  /** The advice, as a sentence, if they are not. */
  readonly advice: string;
}

/** Counts the checked items of one kind, and keeps the first findings. */
export class CheckTally {
  private checked = 0;
  private uncompared = 0;
  private uncomparedReason = '';
  private problems = 0;
  private mended = 0;
  private readonly findings: CheckFinding[] = [];

  constructor(
    private readonly what: Pick<CheckReport, 'kind' | 'name'>,
    private readonly options: Pick<StateCheckOptions, 'onProgress' | 'repairs'> = {},
  ) {}

  /** Whether the check repairs derived data. */
  get repairs(): boolean {
    return this.options.repairs === true;
  }

  /** Counts checked items. */
  count(things = 1): void {
    this.checked += things;
    this.options.onProgress?.({ name: this.what.name, checked: this.checked });
  }

  /** Counts items that cannot be compared; of several reasons the first is kept. */
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

  /** Reports a finding that the caller repairs next, if repairs are requested. */
  findMendable({ subject, problem, done, advice }: MendableFinding): void {
    const isMended = this.repairs;
    this.find({ subject, problem: `${problem} ${isMended ? done : advice}`, isMended });
  }

  report(): CheckReport {
    const { what, checked, uncompared, uncomparedReason, problems, mended, findings } = this;
    return { ...what, checked, uncompared, uncomparedReason, problems, mended, findings: [...findings] };
  }
}

/** Reason why a vector cannot be compared with that of its text. */
export const vectorOfServer = 'made by an embedding server, which is not called again';
