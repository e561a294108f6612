import {
  type CallOptions,
  type IStyleRuleRepository,
  IWorkspaceFileReader,
  IWorkspaceGuard,
  type StyleRuleSet,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import type { LoadedStyleRules } from './load-style-rules.js';
import { houseRulesPath, valeConfigNames } from './style-file-names.js';
import { StyleRulesOptions } from './style-rules-options.js';
import { StyleSources } from './style-sources.js';

/** Cached rules; none without style files. */
type CachedRules = Pick<LoadedStyleRules, 'isUpToDate' | 'rulesFor'>;

/**
 * Style rules from a Vale configuration (`.vale.ini` or `_vale.ini`, or the configured file, with its styles) and from
 * `.agent/style.yml`.
 *
 * Files are read once, and again when one of them or one of their folders has changed; a call in between reads only
 * file times. A long list (`swap` with more than one pair, `tokens` with more than eight) becomes a rule for each
 * entry, `Microsoft.Terms#07`: show such rules only if their `countMatches` is above 0.
 */
@injectable()
export class StyleRuleRepository implements IStyleRuleRepository {
  private loaded: CachedRules | undefined;
  private refreshing: Promise<CachedRules> | undefined;

  constructor(
    @inject(IWorkspaceGuard) private readonly guard: IWorkspaceGuard,
    @inject(IWorkspaceFileReader) private readonly reader: IWorkspaceFileReader,
    @inject(StyleRulesOptions) private readonly options: StyleRulesOptions,
  ) {}

  async getRules(documentPath?: string, { signal }: CallOptions = {}): Promise<StyleRuleSet> {
    signal?.throwIfAborted();
    // Callers share the work, so that none of them may cancel it.
    this.refreshing ??= this.refresh().finally(() => (this.refreshing = undefined));
    const loaded = await this.refreshing;
    signal?.throwIfAborted();
    return loaded.rulesFor(documentPath);
  }

  private async refresh(): Promise<CachedRules> {
    if (this.loaded !== undefined && (await this.loaded.isUpToDate())) return this.loaded;
    this.loaded = (await this.findNone()) ?? (await this.load());
    return this.loaded;
  }

  private async load(): Promise<CachedRules> {
    // Loading the readers of Vale's formats takes longer than an assembly of a small workspace.
    const { loadStyleRules } = await import('./load-style-rules.js');
    return loadStyleRules(new StyleSources(this.guard, this.reader), this.options.styleConfig);
  }

  /** Empty rules for a workspace without style files, as most are; `undefined` if there is a style file. */
  private async findNone(): Promise<CachedRules | undefined> {
    // A missing configured file is a problem to report.
    if (this.options.styleConfig !== undefined) return undefined;
    const sources = new StyleSources(this.guard, this.reader);
    for (const name of [...valeConfigNames, houseRulesPath]) {
      const { text, problem } = await sources.read(name);
      if (text !== undefined || problem !== undefined) return undefined;
    }
    return { isUpToDate: () => sources.isUnchanged(), rulesFor: () => ({ rules: [], problems: [] }) };
  }
}
