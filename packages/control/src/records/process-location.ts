import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

import { z } from 'zod';

/** Machine or container of a process, in which its id and port are valid. */
export const processLocationSchema = z.strictObject({
  host: z.string().max(255),
  /** Id of the machine's start, on Linux. */
  boot: z.string().max(64).optional(),
  /** On Linux the namespaces of process ids and ports, which containers and sandboxes have; elsewhere the system. */
  space: z.string().max(128),
});
export type ProcessLocation = Readonly<z.output<typeof processLocationSchema>>;

/** The location of this process; `undefined` if the system does not report it. */
export function locationOfThisProcess(): ProcessLocation | undefined {
  const host = hostname().slice(0, 255);
  if (process.platform !== 'linux') return { host, space: process.platform };
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const space = ['pid', 'net'].map((kind) => readlinkSync(`/proc/self/ns/${kind}`)).join(' ');
    return { host, boot, space };
  } catch {
    return undefined;
  }
}

/**
 * Compares the location of a record with that of this process. `elsewhere`: its processes are not visible here;
 * `before`: the same machine before a restart, so they have ended. A record without a location counts as `here`.
 */
export function compareLocation(
  there: ProcessLocation | undefined,
  here: ProcessLocation | undefined,
): 'here' | 'elsewhere' | 'before' {
  if (there === undefined) return 'here';
  if (here === undefined) return 'elsewhere';
  if (there.boot === here.boot) return there.space === here.space ? 'here' : 'elsewhere';
  const areBoots = there.boot !== undefined && here.boot !== undefined;
  return areBoots && there.host === here.host ? 'before' : 'elsewhere';
}
