import type { StyleSeverity } from '@lexichord/abstractions';

import { type IniEntry, parseIni } from './parse-ini.js';

/** Setting of one rule in a configuration: off, on at its own level, or on at another level. */
export type RuleSetting = 'off' | 'on' | StyleSeverity;

/** A format section, such as `[*.md]`. */
export interface ValeSection {
  /** A glob; a leading `!` negates it. */
  readonly pattern: string;
  /** 1-based line of the section's first entry. */
  readonly line: number;
  /** `BasedOnStyles`; absent when the section does not have it. */
  readonly styles?: readonly string[] | undefined;
  /** By full name of the rule, in order. */
  readonly settings: ReadonlyMap<string, RuleSetting>;
}

/** Parts of a `.vale.ini` that are used here. */
export interface ValeConfig {
  /** As written: relative to the configuration file. */
  readonly stylesPath: string;
  readonly minAlertLevel: StyleSeverity;
  readonly vocabularies: readonly string[];
  readonly packages: readonly string[];
  /** File extensions that count as others, such as `mdx` as `md`. */
  readonly formats: ReadonlyMap<string, string>;
  /** In order; `[*]` among them. */
  readonly sections: readonly ValeSection[];
  /** One sentence for each unreadable entry. */
  readonly problems: readonly string[];
}

const severities: readonly string[] = ['suggestion', 'warning', 'error'] satisfies readonly StyleSeverity[];
const defaultStylesPath = 'styles';

/** Keys of Vale that do not affect the set of rules. */
const ignoredCoreKeys = new Set(['IgnoredScopes', 'SkippedScopes', 'IgnoredClasses', 'WordTemplate', 'NLPEndpoint']);
const ignoredSectionKeys = new Set([
  'IgnorePatterns',
  'BlockIgnores',
  'TokenIgnores',
  'CommentDelimiters',
  'Transform',
  'Lang',
  'View',
]);
const coreKeys = new Set(['StylesPath', 'MinAlertLevel', 'Vocab', 'Packages', ...ignoredCoreKeys]);

/** @param file name of the configuration, for the problems */
export function readValeConfig(text: string, file: string): ValeConfig {
  const { sections, badLines } = parseIni(text);
  const problems = badLines.map((line) => `${file}:${line}: not a section and not "key = value"; the line is ignored.`);
  const core = sections.get('') ?? [];
  for (const { key, line } of core) {
    if (!coreKeys.has(key)) problems.push(`${file}:${line}: "${key}" has no meaning before the first section.`);
  }
  const formats = new Map(sections.get('formats')?.map(({ key, value }) => [key, value]));
  const valeSections = [...sections]
    .filter(([name]) => name !== '' && name !== 'formats' && name !== 'asciidoctor')
    .map(([pattern, entries]) => readSection(pattern, entries, { file, problems }));
  return {
    stylesPath: last(core, 'StylesPath')?.value ?? defaultStylesPath,
    minAlertLevel: readMinAlertLevel(core, { file, problems }),
    vocabularies: listValue(core, 'Vocab'),
    packages: listValue(core, 'Packages'),
    formats,
    sections: valeSections,
    problems,
  };
}

interface Findings {
  readonly file: string;
  readonly problems: string[];
}

function readSection(pattern: string, entries: readonly IniEntry[], { file, problems }: Findings): ValeSection {
  const settings = new Map<string, RuleSetting>();
  for (const { key, value, line } of entries) {
    if (key === 'BasedOnStyles' || ignoredSectionKeys.has(key)) continue;
    const setting = readSetting(value);
    if (coreKeys.has(key)) problems.push(`${file}:${line}: "${key}" belongs before the first section.`);
    else if (!/^[^.]+\.[^.]+$/.test(key)) problems.push(`${file}:${line}: "${key}" is not a rule's name (Style.Rule).`);
    else if (setting !== undefined) settings.set(key, setting);
    else problems.push(`${file}:${line}: ${key} is "${value}"; allowed are YES, NO, ${severities.join(', ')}.`);
  }
  const hasStyles = entries.some(({ key }) => key === 'BasedOnStyles');
  return {
    pattern,
    line: entries[0]?.line ?? 1,
    styles: hasStyles ? listValue(entries, 'BasedOnStyles') : undefined,
    settings,
  };
}

function readSetting(value: string): RuleSetting | undefined {
  if (value === 'YES') return 'on';
  if (value === 'NO') return 'off';
  return isSeverity(value) ? value : undefined;
}

/** Vale reports from `warning` upwards unless configured otherwise. */
function readMinAlertLevel(core: readonly IniEntry[], { file, problems }: Findings): StyleSeverity {
  const entry = last(core, 'MinAlertLevel');
  if (entry === undefined) return 'warning';
  if (isSeverity(entry.value)) return entry.value;
  problems.push(`${file}:${entry.line}: MinAlertLevel is "${entry.value}"; allowed are ${severities.join(', ')}.`);
  return 'warning';
}

/** Whether a text names a severity. */
export function isSeverity(text: string): text is StyleSeverity {
  return severities.includes(text);
}

/** Whether `level` is at least `minimum`. */
export function isAtLeast(level: StyleSeverity, minimum: StyleSeverity): boolean {
  return severities.indexOf(level) >= severities.indexOf(minimum);
}

function last(entries: readonly IniEntry[], key: string): IniEntry | undefined {
  return entries.filter((entry) => entry.key === key).at(-1);
}

/** The values of all entries of that key, split at commas, without repetitions. */
function listValue(entries: readonly IniEntry[], key: string): readonly string[] {
  const values = entries.filter((entry) => entry.key === key).flatMap(({ value }) => value.split(','));
  return [...new Set(values.map((value) => value.trim().replace(/^"(.*)"$/, '$1')).filter((value) => value !== ''))];
}
