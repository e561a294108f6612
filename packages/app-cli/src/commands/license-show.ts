import type { LicenseInfo } from '@lexichord/abstractions';
import { SystemClock } from '@lexichord/platform';
import { unlicensed, verifyLicense } from '@lexichord/license';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { printFacts } from '../output/print-facts.js';
import { printJson } from '../output/print-json.js';
import { type Colors, colorsFor } from '../output/text-layout.js';
import type { ChosenLicense, LicenseSource } from '../session/choose-license.js';
import { findSettingsFolder } from '../session/find-workspace.js';
import { readSettings } from '../session/read-settings.js';

/** `lexichord license show`. Also shows an invalid licence with its problem. */
export const runLicenseShow: CommandRun = async ({ globals }, io) => {
  const workspaceRoot = findSettingsFolder(globals, io);
  const { license, lowerTierTo } = await readSettings(globals, { io, workspaceRoot });
  const { info } =
    license.license === undefined
      ? unlicensed()
      : await verifyLicense({ ...license.license, clock: io.clock ?? new SystemClock(), lowerTo: lowerTierTo });
  const message = license.problem ?? info.message;
  if (globals.json) {
    printJson({ ...info, message, source: license.source, place: license.place }, io);
  } else {
    printLicense({ ...info, message }, license, io);
  }
  return ExitCode.done;
};

function printLicense(info: LicenseInfo, license: ChosenLicense, io: CommandIo): void {
  const colors = colorsFor(io.stdout, io.environment);
  const lowered = info.tier === info.grantedTier ? '' : `, lowered from ${info.grantedTier} by --tier`;
  printFacts(
    [
      ['Tier', `${colors.bold(info.tier)}${lowered}`],
      ['Status', statusText(info, license, colors)],
      ['Source', `${sourceNames[license.source]} (${license.place})`],
      ['Holder', info.holder ?? 'unknown'],
      ['Expires', info.expiresAt ?? (info.status === 'valid' ? 'never' : 'unknown')],
    ],
    io,
  );
  const isGood = info.status === 'valid';
  io.stdout.write(`\n${isGood ? info.message : colors.yellow(info.message)}\n`);
  if (info.expiryWarning !== undefined) io.stdout.write(`${colors.yellow(info.expiryWarning)}\n`);
}

const sourceNames: Readonly<Record<LicenseSource, string>> = {
  development: 'development licence',
  environment: 'environment',
  file: 'file',
};

function statusText({ status }: LicenseInfo, { problem }: ChosenLicense, colors: Colors): string {
  if (problem !== undefined) return colors.yellow('unreadable');
  return status === 'valid' ? colors.green(status) : colors.yellow(status);
}
