import type { StyleSeverity } from '@lexichord/abstractions';

import { toOneLine } from '../instruction-text.js';
import { RuleFields, type YamlModule } from './rule-fields.js';
import { isSeverity } from './vale-config.js';

/** Kinds of check that a Vale rule can extend. */
export const extensionPoints = [
  'capitalization',
  'conditional',
  'consistency',
  'existence',
  'metric',
  'occurrence',
  'readability',
  'repetition',
  'script',
  'sequence',
  'spelling',
  'substitution',
] as const;

/** One of {@link extensionPoints}. */
export type ExtensionPoint = (typeof extensionPoints)[number];

/** A parsed rule file. Patterns are still texts. */
export interface ValeRule {
  /** Style and rule, such as `Microsoft.Passive`. */
  readonly name: string;
  /** Relative to the workspace. */
  readonly source: string;
  readonly check: ExtensionPoint;
  readonly message: string;
  readonly level: StyleSeverity;
  readonly link?: string | undefined;
  readonly scopes: readonly string[];
  readonly fields: RuleFields;
}

/** A rule, or the reason for its absence, one sentence. */
export type RuleFileResult = { readonly rule: ValeRule } | { readonly problem: string };

/**
 * Reads a rule file. Every scalar is read as text, which keeps `1.10` and `no` as written.
 *
 * @param name full name of the rule
 * @param source path of the file, relative to the workspace
 */
export function readRuleFile(text: string, { name, source, yaml }: RuleFileContext): RuleFileResult {
  const lines = new yaml.LineCounter();
  const [document] = yaml.parseAllDocuments(text, { lineCounter: lines, schema: 'failsafe', uniqueKeys: false });
  if (document === undefined || !('contents' in document)) return problem(source, 1, 'the file is empty');
  const [error] = document.errors;
  if (error !== undefined) {
    return problem(source, lines.linePos(error.pos[0]).line, `not valid YAML: ${error.message.split('\n')[0] ?? ''}`);
  }
  const fields = new RuleFields(yaml, document, lines);
  const check = fields.text('extends');
  if (check === undefined) return problem(source, 1, 'the key "extends" is missing');
  if (!isExtensionPoint(check)) {
    return problem(source, fields.line('extends'), `extends is "${check}"; allowed are ${extensionPoints.join(', ')}`);
  }
  const level = fields.text('level') ?? 'warning';
  if (!isSeverity(level)) {
    return problem(source, fields.line('level'), `level is "${level}"; allowed are suggestion, warning, error`);
  }
  const message = toOneLine(fields.text('message') ?? '', 1_000);
  const link = toOneLine(fields.text('link') ?? '', 1_000);
  const scopes = fields.list('scope').map((scope) => scope.text);
  return {
    rule: { name, source, check, message, level, link: link === '' ? undefined : link, scopes, fields },
  };
}

/** Source of a rule file, with the library to read it. */
export interface RuleFileContext {
  readonly name: string;
  readonly source: string;
  readonly yaml: YamlModule;
}

function isExtensionPoint(text: string): text is ExtensionPoint {
  return (extensionPoints as readonly string[]).includes(text);
}

function problem(source: string, line: number, what: string): RuleFileResult {
  return { problem: `${source}:${line}: ${toOneLine(what)}.` };
}
