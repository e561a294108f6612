import { type LicenseTier, licenseTiers } from '@lexichord/abstractions';
import { findLicenseTier } from '@lexichord/license';
import { type LoadedConfiguration, loadConfiguration } from '@lexichord/runtime/internal';

import type { CommandIo } from '../command-io.js';
import type { GlobalOptions } from '../command-line/command-definition.js';
import { usageError } from '../command-line/read-options.js';
import { type ChosenLicense, chooseLicense } from './choose-license.js';

/** Configuration and licence of a run, read before the workspace is opened. */
export interface Settings {
  /** Absolute. */
  readonly workspaceRoot: string;
  readonly configuration: LoadedConfiguration;
  readonly license: ChosenLicense;
  readonly lowerTierTo: LicenseTier | undefined;
}

/** @throws {LexichordError} `invalid-argument` for an unknown tier, `invalid-configuration` naming every bad key */
export async function readSettings(
  globals: GlobalOptions,
  { io, workspaceRoot }: { readonly io: CommandIo; readonly workspaceRoot: string },
): Promise<Settings> {
  const lowerTierTo = readTier(globals);
  const configuration = await loadConfiguration({ workspaceRoot, environment: io.environment });
  return { workspaceRoot, configuration, license: await chooseLicense(configuration, io), lowerTierTo };
}

function readTier({ tier: name }: GlobalOptions): LicenseTier | undefined {
  if (name === undefined) return undefined;
  const tier = findLicenseTier(name);
  if (tier !== undefined) return tier;
  throw usageError(`--tier is ${JSON.stringify(name)}; it must be one of ${licenseTiers.join(', ')}, in any case.`, {
    tier: name,
  });
}
