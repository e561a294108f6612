import type { ArchivedState } from '../test-support/archived-state.js';
import { anArchivedState, archivedStates, commandSubjectsOf, copyOf } from '../test-support/archived-state.js';
import { describeArchivedState } from '../test-support/describe-archived-state.js';
import { commandNames, everyCommand, runCommandLine } from '../test-support/every-command.js';
import type { CommandSubjects } from '../test-support/every-command.js';
import { ExitCode } from '../exit-code.js';

describe('upgrades', () => {
  for (const name of archivedStates) describeArchivedState(name);

  describe.each(archivedStates)('the state "%s"', (name) => {
    let archived: ArchivedState;
    let subjects: CommandSubjects;

    beforeAll(async () => {
      archived = await anArchivedState(name);
      subjects = await commandSubjectsOf(archived);
    });

    it.each(commandNames())('is opened by "%s" as the first command', async (command) => {
      const lines = everyCommand(subjects).get(command) ?? [];

      expect(lines).not.toEqual([]);
      for (const line of lines) {
        const { exitCode, stdout, stderr } = await runCommandLine(line, copyOf(archived));
        if (name !== 'current' && line.argv.includes('--no-refresh')) {
          // The index is made again when it is of an earlier version, which this forbids.
          expect([exitCode, stderr]).toEqual([ExitCode.failed, expect.stringContaining('Run "lexichord index"')]);
          continue;
        }
        const expected = line.serving === undefined ? ExitCode.done : ExitCode.interrupted;
        expect([line.argv, exitCode, exitCode === expected ? '' : stdout + stderr]).toEqual([line.argv, expected, '']);
        expect(stderr).not.toMatch(/^(?:error|warning):/mu);
      }
    });
  });
});
