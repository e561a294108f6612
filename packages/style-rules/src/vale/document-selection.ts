import { isLexichordError } from '@lexichord/abstractions';
import { pathGlob } from '@lexichord/platform/internal';

import type { RuleSetting, ValeConfig, ValeSection } from './vale-config.js';

/** Styles and rule settings of a configuration for one document. */
export interface DocumentSelection {
  readonly styles: readonly string[];
  /** By full name of the rule. */
  readonly settings: ReadonlyMap<string, RuleSetting>;
}

/**
 * Selects the settings for a document, like Vale: `BasedOnStyles` of the last matching section that has it, else of
 * `[*]`; settings of rules from `[*]` and then from every matching section, where the later one wins.
 *
 * @param documentPath relative to the workspace, forward slashes
 */
export function selectForDocument(config: ValeConfig, documentPath: string): DocumentSelection {
  const paths = [...new Set([documentPath, withMappedExtension(documentPath, config.formats)])];
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

/** Whether a section's glob is usable: it may be too long, or have too many alternatives. */
export function isUsableGlob(pattern: string): boolean {
  return globMatcher(pattern) !== undefined;
}

/** `YES` keeps a level that an outer section set. */
function mergeSettings(settings: Map<string, RuleSetting>, section: ValeSection): void {
  for (const [rule, setting] of section.settings) {
    const before = settings.get(rule);
    const keeps = setting === 'on' && before !== undefined && before !== 'off';
    if (!keeps) settings.set(rule, setting);
  }
}

function matchesGlob(pattern: string, path: string): boolean {
  return globMatcher(pattern)?.(path) ?? false;
}

/**
 * Makes the matcher of a glob. Vale's star crosses folders: `*.md` is every Markdown file in any folder. Not in a glob
 * with `**` between slashes.
 */
function globMatcher(pattern: string): ((path: string) => boolean) | undefined {
  const glob = pattern.replace(/^!+/, '').replace(/^(?:\.\/)+/, '');
  if (glob === '') return () => false;
  const isNegated = pattern.startsWith('!');
  const written = /(?:^|\/)\*\*(?:\/|$)/.test(glob) ? (path: string) => path : asOneName;
  try {
    const matches = pathGlob(written(glob));
    return (path) => matches(written(path)) !== isNegated;
  } catch (error) {
    if (!isLexichordError(error)) throw error;
    return undefined;
  }
}

/** A path as a single name for a glob, so that a star also matches its separators. */
function asOneName(path: string): string {
  return path.replaceAll('/', '\0');
}

function withMappedExtension(path: string, formats: ReadonlyMap<string, string>): string {
  const dot = path.lastIndexOf('.');
  const format = dot < 0 ? undefined : formats.get(path.slice(dot + 1));
  return format === undefined ? path : `${path.slice(0, dot)}.${format}`;
}
