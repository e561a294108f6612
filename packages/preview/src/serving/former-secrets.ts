import { createHash, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';

import { IClock, type ILexichordRuntime, IStateFolder } from '@lexichord/abstractions';
import { readPlainFile, replaceFile } from '@lexichord/platform';
import { z } from 'zod';

import { hasOwnServingFolder, prepareServingFolder } from './prepare-serving-folder.js';
import { servingFolder } from './serving-record.js';

/** How many are remembered, and how long: pages of panels before these are not open any more. */
const mostSecrets = 8;
const forgottenAfterMs = 7 * 24 * 60 * 60 * 1_000;
const largestFileBytes = 8_192;

const formerSecretsSchema = z.strictObject({
  version: z.literal(1),
  /** Newest first. */
  secrets: z
    .array(
      z.strictObject({
        port: z.int().min(1).max(65_535),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        startedAt: z.iso.datetime(),
      }),
    )
    .max(mostSecrets),
});
type FormerSecret = z.output<typeof formerSecretsSchema>['secrets'][number];

/** A secret with the port whose address it was a part of. */
export interface PortSecret {
  readonly port: number;
  readonly secret: string;
}

type Services = Pick<ILexichordRuntime, 'resolve'>;

/**
 * Remembers the secret of a panel that starts, by its hash: a page that is still open after a restart shows that it was
 * given the secret before, and is told the new address.
 *
 * @throws {LexichordError} `io-failed`; what the file system throws
 */
export async function rememberSecret(runtime: Services, { port, secret }: PortSecret): Promise<void> {
  const state = runtime.resolve(IStateFolder);
  const startedAt = new Date(runtime.resolve(IClock).now()).toISOString();
  await prepareServingFolder(state);
  const newest: FormerSecret = { port, sha256: hashOf(secret).toString('hex'), startedAt };
  const secrets = [newest, ...(await readSecrets(runtime))].slice(0, mostSecrets);
  await replaceFile(pathOf(state), [`${JSON.stringify({ version: 1, secrets })}\n`], { isPrivate: true });
}

/** Whether a panel of this workspace had this secret on this port not long ago. Takes equally long for any secret. */
export async function isFormerSecret(runtime: Services, { port, secret }: PortSecret): Promise<boolean> {
  const hash = hashOf(secret);
  let isKnown = false;
  for (const former of await readSecrets(runtime)) {
    const isSame = timingSafeEqual(Buffer.from(former.sha256, 'hex'), hash);
    isKnown = (isSame && former.port === port) || isKnown;
  }
  return isKnown;
}

/** None from a file that anybody else could have written or read: the workspace may come from anybody. */
async function readSecrets(runtime: Services): Promise<readonly FormerSecret[]> {
  const now = runtime.resolve(IClock).now();
  const state = runtime.resolve(IStateFolder);
  if (!(await hasOwnServingFolder(state.path))) return [];
  // A link, a folder or a file of a strange size is passed over.
  const file = await readPlainFile(pathOf(state), largestFileBytes).catch(() => undefined);
  if (file?.isPrivate !== true) return [];
  const { secrets = [] } = formerSecretsSchema.safeParse(jsonOf(file.bytes)).data ?? {};
  return secrets.filter(({ startedAt }) => Math.abs(now - Date.parse(startedAt)) < forgottenAfterMs);
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    // Not a file of ours; the schema refuses it.
    return undefined;
  }
}

function pathOf({ path }: IStateFolder): string {
  return join(servingFolder(path), 'former-secrets.json');
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
