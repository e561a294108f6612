import 'reflect-metadata';
import {
  type CheckReport,
  IStateCheck,
  type IStateInspector,
  type StateCheckOptions,
  isLexichordError,
} from '@lexichord/abstractions';
import { injectAll, injectable } from 'tsyringe';

/** Runs the checks of all packages, one after the other. */
@injectable()
export class StateInspector implements IStateInspector {
  constructor(@injectAll(IStateCheck, { isOptional: true }) private readonly checks: readonly IStateCheck[]) {}

  async inspect(options: StateCheckOptions = {}): Promise<readonly CheckReport[]> {
    const { signal } = options;
    const reports: CheckReport[] = [];
    for (const check of this.checks) {
      signal?.throwIfAborted();
      try {
        reports.push(...(await check.run(options)));
      } catch (error) {
        signal?.throwIfAborted();
        if (!isLexichordError(error)) throw error;
        reports.push(brokenOff(error.message));
      }
    }
    return reports;
  }
}

/** A check that could not be made is a finding, too. */
function brokenOff(problem: string): CheckReport {
  const finding = { subject: 'a check', problem: `It could not be finished. ${problem}`, isMended: false };
  const what = { kind: 'checks', name: 'checks that did not finish' };
  return { ...what, checked: 1, uncompared: 0, uncomparedReason: '', problems: 1, mended: 0, findings: [finding] };
}
