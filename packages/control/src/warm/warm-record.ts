/** Commands that can hold a workspace warm. */
export const warmKinds = ['serve', 'mcp', 'preview', 'index'] as const;
export type WarmKind = (typeof warmKinds)[number];

/** Record of a warm process for commands, in a file of the user's own folder. */
export interface WarmRecord {
  readonly version: 1;
  readonly pid: number;
  /** Path of a socket; on Windows the name of a pipe. */
  readonly address: string;
  /** 32 random bytes in base64url. Both sides prove that they have it; it is never sent. */
  readonly secret: string;
  /** Absolute, links resolved. */
  readonly workspaceRoot: string;
  readonly kind: WarmKind;
  /** ISO 8601. */
  readonly startedAt: string;
}

const secretForm = /^[A-Za-z0-9_-]{43}$/u;

/** Parses a record, without the schema library, which commands would have to load. */
export function parseRecord(text: string): WarmRecord | undefined {
  const record = parseObject(text) as Partial<Record<keyof WarmRecord, unknown>> | undefined;
  if (record?.version !== 1) return undefined;
  const { pid, address, secret, workspaceRoot, kind, startedAt } = record;
  const isProcess = Number.isSafeInteger(pid) && (pid as number) > 0;
  const isSecret = typeof secret === 'string' && secretForm.test(secret);
  const areTexts = [address, workspaceRoot, startedAt].every((text) => typeof text === 'string' && text !== '');
  const isKind = (warmKinds as readonly unknown[]).includes(kind);
  return isProcess && isSecret && areTexts && isKind ? (record as WarmRecord) : undefined;
}

/** Parses a JSON object; `undefined` for any other text. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
