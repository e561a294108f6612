import type { StyleRule, StyleRuleSet } from '@lexichord/abstractions';

import { type HouseRules, readHouseRules } from './house-rules.js';
import { toStyleRule } from './draft-house-rules.js';
import { toOneLine } from './instruction-text.js';
import { PatternEngine } from './pattern/pattern-engine.js';
import { type ProseText, toProseText } from './prose/prose-text.js';
import { type CategoryOverrides, categorizeRule } from './rule-categories.js';
import { houseRulesPath } from './style-file-names.js';
import type { StyleSources } from './style-sources.js';
import { type DocumentSelection, selectForDocument } from './vale/document-selection.js';
import { type LoadedValeRule, type LoadedValeRules, loadValeRules } from './vale/load-vale-rules.js';
import { isAtLeast } from './vale/vale-config.js';

/** Path of a document without one, which counts as Markdown. */
const defaultDocumentPath = 'document.md';
/** Maximum number of rules and of problems; more are not useful. */
const maxRules = 20_000;
const maxProblems = 200;

/** The rules of a workspace's style files, as long as these do not change. */
export class LoadedStyleRules {
  private readonly sets = new Map<string, readonly StyleRule[]>();
  private prose: { readonly text: string; readonly value: ProseText } | undefined;
  private readonly houseRules: readonly StyleRule[];
  private readonly problems: string[];

  constructor(
    private readonly sources: StyleSources,
    private readonly engine: PatternEngine,
    private readonly vale: LoadedValeRules | undefined,
    private readonly house: HouseRules,
  ) {
    this.problems = [...(vale?.problems ?? []), ...house.problems];
    const context = { engine, toProse: (text: string) => this.toProse(text), problems: this.problems };
    this.houseRules = house.rules.map((rule) => toStyleRule(rule, context));
  }

  /** Whether the files are unchanged since they were read. */
  async isUpToDate(): Promise<boolean> {
    return this.sources.isUnchanged();
  }

  /** @param documentPath relative to the workspace */
  rulesFor(documentPath: string = defaultDocumentPath): StyleRuleSet {
    const path = documentPath.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
    const selection = this.vale && selectForDocument(this.vale.config, path);
    const key = JSON.stringify([selection?.styles, [...(selection?.settings ?? [])]]);
    const rules = this.sets.get(key) ?? this.buildRules(selection);
    this.sets.set(key, rules);
    return { rules, problems: this.listProblems(rules.length) };
  }

  /** Sorted by id. A rule of the workspace replaces a Vale rule with the same id. */
  private buildRules(selection: DocumentSelection | undefined): readonly StyleRule[] {
    const byId = new Map<string, StyleRule>();
    for (const rule of this.vale?.rules ?? []) {
      for (const made of this.toStyleRules(rule, selection)) byId.set(made.id, made);
    }
    for (const rule of this.houseRules) byId.set(rule.id, rule);
    return [...byId.values()].sort((one, two) => (one.id < two.id ? -1 : 1)).slice(0, maxRules);
  }

  private toStyleRules(rule: LoadedValeRule, selection: DocumentSelection | undefined): readonly StyleRule[] {
    const setting = selection?.settings.get(rule.name);
    const style = rule.name.slice(0, rule.name.indexOf('.'));
    const isOn = setting === undefined ? selection?.styles.includes(style) === true : setting !== 'off';
    const severity = setting === undefined || setting === 'on' || setting === 'off' ? rule.level : setting;
    if (!isOn || !isAtLeast(severity, this.vale?.config.minAlertLevel ?? 'warning')) return [];
    const overrides: CategoryOverrides = this.house.categories;
    return rule.drafts.map(({ id, instruction, count, isListEntry }) => ({
      id,
      category: categorizeRule(rule.name, rule.check, overrides),
      severity,
      instruction: toOneLine(instruction),
      countMatches: (text) => count(this.toProse(text)),
      ...(isListEntry === true ? { isListEntry } : {}),
      link: rule.link,
      source: rule.source,
    }));
  }

  /** Every rule uses the same text, one after the other: the last one is cached. */
  private toProse(text: string): ProseText {
    if (this.prose?.text !== text) {
      this.prose = { text, value: toProseText(text) };
      this.engine.beginText();
    }
    return this.prose.value;
  }

  private listProblems(ruleCount: number): readonly string[] {
    const cut = ruleCount === maxRules ? [`Only the first ${maxRules} style rules are used.`] : [];
    const all = [...cut, ...this.problems, ...this.engine.problems];
    if (all.length <= maxProblems) return all;
    return [...all.slice(0, maxProblems), `${all.length - maxProblems} more problems in style files.`];
  }
}

/**
 * Reads all style files of a workspace. Their errors are problems in the result.
 *
 * @param configPath of the Vale configuration, relative to the workspace; absent: the default names are tried
 */
export async function loadStyleRules(sources: StyleSources, configPath?: string): Promise<LoadedStyleRules> {
  const engine = new PatternEngine();
  const vale = await loadValeRules({ sources, engine, configPath });
  const { text, problem } = await sources.read(houseRulesPath);
  const house = await readHouseRules(text ?? '');
  const problems = problem === undefined ? house.problems : [problem];
  return new LoadedStyleRules(sources, engine, vale, { ...house, problems });
}
