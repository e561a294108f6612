import { isAbsolute, posix } from 'node:path';

import type { StyleSeverity } from '@lexichord/abstractions';
import { compareText } from '@lexichord/platform/internal';

import { valeConfigNames } from '../style-file-names.js';
import type { StyleSources } from '../style-sources.js';
import { draftRules } from './build-vale-rules.js';
import { isUsableGlob } from './document-selection.js';
import { type CheckContext, readAccepted, type RuleDraft } from './rule-draft.js';
import type { YamlModule } from './rule-fields.js';
import { readValeConfig, type ValeConfig } from './vale-config.js';
import { type ExtensionPoint, readRuleFile } from './vale-rule-file.js';
import { builtInRules, readVocabulary } from './vale-vocabulary.js';
import type { PatternEngine } from '../pattern/pattern-engine.js';

/** A rule file's rules, before they are selected for a document. */
export interface LoadedValeRule {
  /** Full name, such as `Microsoft.Terms`. */
  readonly name: string;
  readonly check: ExtensionPoint;
  readonly level: StyleSeverity;
  readonly link?: string | undefined;
  readonly source: string;
  readonly drafts: readonly RuleDraft[];
}

/** The loaded Vale configuration of a workspace. */
export interface LoadedValeRules {
  readonly config: ValeConfig;
  /** In the order of their names' discovery; names are unique. */
  readonly rules: readonly LoadedValeRule[];
  readonly problems: readonly string[];
}

/** Sources of a Vale configuration. */
export interface ValeSources {
  readonly sources: StyleSources;
  readonly engine: PatternEngine;
  /** Relative to the workspace; absent: the default names are tried. */
  readonly configPath?: string | undefined;
}

/** Reads the configuration and the rule files of every style that it names. Undefined without a configuration. */
export async function loadValeRules({
  sources,
  engine,
  configPath,
}: ValeSources): Promise<LoadedValeRules | undefined> {
  for (const file of configPath === undefined ? valeConfigNames : [configPath]) {
    const { text, problem = configPath && `${file}: there is no such file; correct the style configuration path.` } =
      await sources.read(file);
    if (text !== undefined) {
      const config = readValeConfig(text, file);
      const problems = [...config.problems];
      const rules = await new ValeRuleLoader({ file, config, sources, engine, problems }).load();
      return { config, rules, problems };
    }
    if (problem !== undefined) return { config: readValeConfig('', file), rules: [], problems: [problem] };
  }
  return undefined;
}

interface LoaderSetup {
  readonly file: string;
  readonly config: ValeConfig;
  readonly sources: StyleSources;
  readonly engine: PatternEngine;
  /** Sentences are added here. */
  readonly problems: string[];
}

class ValeRuleLoader {
  private readonly rules = new Map<string, LoadedValeRule>();

  constructor(private readonly setup: LoaderSetup) {}

  async load(): Promise<readonly LoadedValeRule[]> {
    const { file, config, sources, problems, engine } = this.setup;
    for (const { pattern, line } of config.sections) {
      if (!isUsableGlob(pattern))
        problems.push(
          `${file}:${line}: the section's pattern is too long, or expands to too many; it matches nothing.`,
        );
    }
    const styles = usedStyles(config);
    const folder = await sources.folderInside(stylesPathOf(file, config));
    if (folder === undefined) {
      problems.push(`${file}: StylesPath is outside the workspace; no style is read from there.`);
    }
    const yaml = await import('yaml');
    const vocabulary =
      folder === undefined
        ? { accepted: [], rejected: [], problems: [] }
        : await readVocabulary(config.vocabularies.filter(isPlainName), folder, sources);
    problems.push(...vocabulary.problems);
    const context: CheckContext = {
      engine,
      problems,
      accepted: readAccepted(vocabulary.accepted, { engine, problems }),
    };
    if (styles.has('Vale')) {
      for (const [name, text] of builtInRules(vocabulary)) this.add(text, { name, source: file, yaml, context });
    }
    for (const style of folder === undefined ? [] : styles) {
      if (style !== 'Vale') await this.loadStyle(style, folder, { yaml, context });
    }
    if (folder !== undefined) await this.checkPackages(folder);
    return [...this.rules.values()];
  }

  private async loadStyle(style: string, folder: string | undefined, tools: RuleTools): Promise<void> {
    const { file, sources, problems } = this.setup;
    const path = `${folder ?? ''}/${style}`.replace(/^\//, '');
    if (!isPlainName(style) || !(await sources.hasFolder(path))) {
      problems.push(`${file}: there is no style "${style}" in ${folder ?? ''}; run "vale sync", or remove it.`);
      return;
    }
    for (const source of await sources.listRuleFiles(path)) {
      const name = ruleName(source);
      if (this.rules.has(name)) continue;
      const { text, problem } = await sources.read(source);
      if (problem !== undefined) problems.push(problem);
      if (text !== undefined) this.add(text, { name, source, ...tools });
    }
  }

  private add(text: string, { name, source, yaml, context }: RuleTools & { name: string; source: string }): void {
    const result = readRuleFile(text, { name, source, yaml });
    if ('problem' in result) {
      context.problems.push(result.problem);
      return;
    }
    const { check, level, link } = result.rule;
    this.rules.set(name, { name, check, level, link, source, drafts: draftRules(result.rule, context) });
  }

  /** Reports missing packages; downloading them is left to Vale. */
  private async checkPackages(folder: string): Promise<void> {
    const { file, config, sources, problems } = this.setup;
    for (const entry of config.packages) {
      const name = (entry.split('/').at(-1) ?? entry).replace(/\.zip$/, '');
      if (isPlainName(name) && (await sources.hasFolder(`${folder}/${name}`))) continue;
      problems.push(
        `${file}: the package "${name}" is not in ${folder}; packages are not downloaded, run "vale sync".`,
      );
    }
  }
}

interface RuleTools {
  readonly yaml: YamlModule;
  readonly context: CheckContext;
}

/** Relative to the configuration file, unless it is absolute. */
function stylesPathOf(file: string, { stylesPath }: ValeConfig): string {
  return isAbsolute(stylesPath) ? stylesPath : posix.join(posix.dirname(file), stylesPath.replaceAll('\\', '/'));
}

/** Styles that sections are based on, or of which they switch on a rule, sorted. */
function usedStyles(config: ValeConfig): ReadonlySet<string> {
  const styles = new Set<string>();
  for (const section of config.sections) {
    for (const style of section.styles ?? []) styles.add(style);
    for (const [rule, setting] of section.settings) {
      if (setting !== 'off') styles.add(rule.slice(0, rule.indexOf('.')));
    }
  }
  return new Set([...styles].sort(compareText));
}

/** The rule's name as in Vale: the file's folder, and its name up to the first dot. */
function ruleName(path: string): string {
  const [folder = '', file = ''] = path.split('/').slice(-2);
  return `${folder}.${file.split('.')[0] ?? ''}`;
}

function isPlainName(name: string): boolean {
  return name !== '.' && name !== '..' && !/[/\\\0]/.test(name);
}
