import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** Severity of a style rule. */
export type StyleSeverity = 'error' | 'warning' | 'suggestion';

/** Categories of style rules; agents select by them. */
export const styleCategories = ['terminology', 'grammar', 'formatting', 'clarity', 'tone', 'inclusivity'] as const;

/** One of {@link styleCategories}. */
export type StyleCategory = (typeof styleCategories)[number];

/** One rule of the house style. */
export interface StyleRule {
  /** Unique, such as `Microsoft.Contractions`. */
  readonly id: string;
  readonly category: StyleCategory;
  readonly severity: StyleSeverity;
  /** The rule as an instruction, such as `Use "sign in" instead of "log in".` One line. */
  readonly instruction: string;
  /** Number of matches of the rule in a text: violations, or occurrences of its subject. 0 for none. */
  countMatches(text: string): number;
  /** True for one entry of a long list, such as a term: it is relevant only to texts with the term. */
  readonly isListEntry?: boolean | undefined;
  /** Address of an explanation of the rule. */
  readonly link?: string | undefined;
  /** Its file, relative to the workspace. */
  readonly source: string;
}

/** Style rules, and problems of rules that could not be read. */
export interface StyleRuleSet {
  /** Sorted by id. */
  readonly rules: readonly StyleRule[];
  /** One sentence for each file or rule that was left out, with file, line and problem. */
  readonly problems: readonly string[];
}

/** Finds the style rules that apply to a document (SBD-072 §2.1). */
export interface IStyleRuleRepository {
  /** @param documentPath relative to the workspace; absent: the rules that apply to Markdown */
  getRules(documentPath?: string, options?: CallOptions): Promise<StyleRuleSet>;
}
export const IStyleRuleRepository: Token<IStyleRuleRepository> = token('IStyleRuleRepository');
