import { styleCategories, type StyleCategory, type StyleSeverity } from '@lexichord/abstractions';
import { isRecord } from '@lexichord/platform/internal';
import type { LineCounter, Node } from 'yaml';
import { z } from 'zod';

import { toOneLine } from './instruction-text.js';
import { houseRulesPath } from './style-file-names.js';

const line = z.string().trim().min(1).max(1_000);

/** One entry of `rules`. Words are matched as whole words ignoring case, a pattern with its case. */
export const houseRuleSchema = z.strictObject({
  /** Unique; `house.sign-in` or the like. */
  id: z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.#-]{0,99}$/, 'allowed are letters, digits and "_.-#"'),
  category: z.enum(styleCategories),
  severity: z.enum(['error', 'warning', 'suggestion'] satisfies readonly StyleSeverity[]),
  /** Instruction for the writer. */
  instruction: line,
  /** Words or phrases to avoid. */
  avoid: z.array(line).max(500).optional(),
  /** Words or phrases with their replacements. */
  prefer: z.record(line, line).optional(),
  /** A regular expression for text to avoid, in the syntax of Vale's rules. */
  pattern: z.string().min(1).max(2_000).optional(),
  link: z.url().optional(),
});

/** One rule of `.agent/style.yml`, checked. */
export interface HouseRule extends Readonly<z.infer<typeof houseRuleSchema>> {
  /** 1-based. */
  readonly line: number;
}

/** Contents of `.agent/style.yml`. */
export interface HouseRules {
  readonly rules: readonly HouseRule[];
  /** Categories for Vale's rules, by full name of a rule or by name of a style. */
  readonly categories: ReadonlyMap<string, StyleCategory>;
  readonly problems: readonly string[];
}

/** Reads `.agent/style.yml`. Invalid entries are left out and reported. */
export async function readHouseRules(text: string): Promise<HouseRules> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const [document] = yaml.parseAllDocuments(text, { lineCounter: lines });
  const problems: string[] = [];
  const at = (line: number, what: string): void => void problems.push(`${houseRulesPath}:${line}: ${toOneLine(what)}`);
  const rules: HouseRule[] = [];
  const categories = new Map<string, StyleCategory>();
  if (document === undefined || !('contents' in document) || document.contents === null)
    return { rules, categories, problems };
  const [error] = document.errors;
  if (error !== undefined) {
    at(lines.linePos(error.pos[0]).line, `not valid YAML: ${error.message.split('\n')[0] ?? ''}.`);
    return { rules, categories, problems };
  }
  const lineAt = (path: readonly PropertyKey[]): number => lineOf(document.getIn(path, true), lines);
  const root = toPlain(() => document.toJS({ maxAliasCount: 100 }) as unknown);
  if (!isRecord(root)) {
    at(1, 'the file must be a map with the keys "rules" and "categories".');
    return { rules, categories, problems };
  }
  for (const key of Object.keys(root)) {
    if (key !== 'rules' && key !== 'categories')
      at(lineAt([key]), `"${key}" is unknown; allowed are rules, categories.`);
  }
  readRules(root['rules'], { rules, at, lineAt });
  readCategories(root['categories'], { categories, at, lineAt });
  return { rules, categories, problems };
}

interface Reporting {
  readonly at: (line: number, what: string) => void;
  readonly lineAt: (path: readonly PropertyKey[]) => number;
}

function readRules(value: unknown, { rules, at, lineAt }: Reporting & { readonly rules: HouseRule[] }): void {
  if (value === undefined || value === null) return;
  if (!Array.isArray(value)) {
    at(lineAt(['rules']), 'rules must be a list.');
    return;
  }
  const usedIds = new Set<string>();
  for (const [index, entry] of (value as readonly unknown[]).entries()) {
    const parsed = houseRuleSchema.safeParse(entry);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const path = issue?.path ?? [];
      const name = `rules[${index}]${path.map((part) => `.${String(part)}`).join('')}`;
      at(
        nearestLine(['rules', index, ...path], lineAt),
        `${name}: ${issue?.message ?? 'not a rule'}; the rule is left out.`,
      );
    } else if (usedIds.has(parsed.data.id)) {
      at(lineAt(['rules', index]), `the id "${parsed.data.id}" is a duplicate; the second rule is left out.`);
    } else {
      usedIds.add(parsed.data.id);
      rules.push({ ...parsed.data, line: lineAt(['rules', index]) });
    }
  }
}

function readCategories(
  value: unknown,
  { categories, at, lineAt }: Reporting & { readonly categories: Map<string, StyleCategory> },
): void {
  if (value === undefined || value === null) return;
  if (!isRecord(value)) {
    at(lineAt(['categories']), 'categories must be a map from a rule or style to a category.');
    return;
  }
  for (const [name, category] of Object.entries(value)) {
    const validCategory = styleCategories.find((candidate) => candidate === category);
    if (validCategory !== undefined) categories.set(name, validCategory);
    else
      at(
        lineAt(['categories', name]),
        `categories: "${name}" has no known category; allowed are ${styleCategories.join(', ')}.`,
      );
  }
}

/** The line of a path; for a missing key, that of its parent. */
function nearestLine(path: readonly PropertyKey[], lineAt: Reporting['lineAt']): number {
  for (let length = path.length; length > 0; length -= 1) {
    const found = lineAt(path.slice(0, length));
    if (found > 0) return found;
  }
  return 1;
}

/** The line of a node; 0 without a node. */
function lineOf(node: unknown, lines: LineCounter): number {
  const range = typeof node === 'object' && node !== null && 'range' in node ? (node as Node).range : undefined;
  return range === undefined || range === null ? 0 : lines.linePos(range[0]).line;
}

function toPlain(convert: () => unknown): unknown {
  try {
    return convert();
  } catch {
    // Too many aliases: a file with an alias bomb has no rules.
    return undefined;
  }
}
