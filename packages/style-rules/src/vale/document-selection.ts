import picomatch from 'picomatch';

import type { RuleSetting, ValeConfig, ValeSection } from './vale-config.js';

/** Longer globs, and those with more stars, are not tried: they can take for ever. */
const maxGlobLength = 200;
const maxStars = 8;

/** What a configuration has for one document. */
export interface DocumentSelection {
  readonly styles: readonly string[];
  /** By full name of the rule. */
  readonly settings: ReadonlyMap<string, RuleSetting>;
}

/**
 * What applies to a document, as in Vale: `BasedOnStyles` of the last section that matches and has it, else of `[*]`;
 * settings of rules from `[*]` and then from every section that matches, where the later one wins.
 *
 * @param documentPath relative to the workspace, forward slashes
 */
export function selectForDocument(config: ValeConfig, documentPath: string): DocumentSelection {
  const paths = [...new Set([documentPath, withKnownExtension(documentPath, config.formats)])];
  const everywhere = config.sections.filter(({ pattern }) => pattern === '*');
  const matching = paths.flatMap((path) =>
    config.sections.filter(({ pattern }) => pattern !== '*' && matchesGlob(pattern, path)),
  );
  const settings = new Map<string, RuleSetting>();
  for (const section of [...everywhere, ...matching]) mergeSettings(settings, section);
  const styles = [...everywhere, ...matching].flatMap((section) =>
    section.styles === undefined ? [] : [section.styles],
  );
  return { styles: styles.at(-1) ?? [], settings };
}

/** Whether a section's glob can be used at all. */
export function isUsableGlob(pattern: string): boolean {
  const stars = pattern.replace(/\*+/g, '*').split('*').length - 1;
  return pattern.length <= maxGlobLength && stars <= maxStars;
}

/** `YES` keeps a level that an outer section set. */
function mergeSettings(settings: Map<string, RuleSetting>, section: ValeSection): void {
  for (const [rule, setting] of section.settings) {
    const before = settings.get(rule);
    const keeps = setting === 'on' && before !== undefined && before !== 'off';
    if (!keeps) settings.set(rule, setting);
  }
}

/** A star of Vale's crosses folders: `*.md` is every Markdown file, wherever it lies. */
function matchesGlob(pattern: string, path: string): boolean {
  if (!isUsableGlob(pattern)) return false;
  const isNegated = pattern.startsWith('!');
  const glob = isNegated ? pattern.replace(/^!+/, '') : pattern;
  if (glob === '') return false;
  // Go negates a class with `!`, picomatch with `^`.
  return (
    picomatch(glob.replaceAll('[!', '[^'), { bash: !glob.includes('**'), dot: true, nonegate: true, noextglob: true })(
      path,
    ) !== isNegated
  );
}

function withKnownExtension(path: string, formats: ReadonlyMap<string, string>): string {
  const dot = path.lastIndexOf('.');
  const known = dot < 0 ? undefined : formats.get(path.slice(dot + 1));
  return known === undefined ? path : `${path.slice(0, dot)}.${known}`;
}
