import type {
  SecretLintRuleContext,
  SecretLintRuleCreator,
  SecretLintRuleReportHandler,
  SecretLintSourceCode,
} from '@secretlint/types';

import type { SecretSpot } from './rules/secret-rule.js';

/** One rule of secretlint's preset. */
export interface PresetRule {
  readonly name: string;
  readonly find: (text: string) => Promise<readonly SecretSpot[]>;
}

const idPrefix = '@secretlint/secretlint-rule-';

/**
 * Excluded rules. `filter-comments` would let comments in an untrusted file disable rules. `gcp` reads files without
 * the workspace guard; the private key in such a file is found without it. `aws` reports the start of the name with the
 * length of the value, so that the end of the value would remain; a rule of this package finds the same values.
 */
const leftOut: ReadonlySet<string> = new Set(['filter-comments', 'gcp', 'aws']);

/**
 * Loads the rules of secretlint's recommended preset. They are called without secretlint's core, which compares every
 * finding with every other (a minute and a half for 25,000 of them) and keeps a record of each call forever.
 */
export async function loadPresetRules(): Promise<readonly PresetRule[]> {
  const { rules } = await import('@secretlint/secretlint-rule-preset-recommend');
  return (rules as readonly SecretLintRuleCreator[])
    .map((rule) => ({ name: nameOf(rule), rule }))
    .filter(({ name }) => !leftOut.has(name))
    .map(({ name, rule }) => ({ name, find: (text) => findWith(name, rule, text) }));
}

/** Preset rules that are reported under the id of this package's rule for the same secret. */
const sameRules: Readonly<Record<string, string>> = { privatekey: 'private-key' };

function nameOf({ meta: { id } }: SecretLintRuleCreator): string {
  const name = id.replace(idPrefix, '');
  return sameRules[name] ?? name;
}

async function findWith(name: string, rule: SecretLintRuleCreator, text: string): Promise<readonly SecretSpot[]> {
  const spots: SecretSpot[] = [];
  const context: SecretLintRuleContext = {
    sharedOptions: {},
    // Messages contain the secret, so none is created.
    createTranslator: () => (messageId) => ({ message: '', messageId: String(messageId), data: {} }),
    report: ({ range: [startOffset, endOffset] }) => spots.push({ rule: name, startOffset, endOffset }),
    ignore: () => undefined,
  };
  const handler: SecretLintRuleReportHandler = rule.create(context, {});
  await handler.file?.(sourceOf(text));
  return spots;
}

/** Makes the source for secretlint, with a neutral file name, because some rules depend on the name. */
function sourceOf(content: string): SecretLintSourceCode {
  return { content, filePath: 'text', ext: '', contentType: 'text', hasBOM: false } as SecretLintSourceCode;
}
