import 'reflect-metadata';
import {
  type ContextGatheringRequest,
  hasDocument,
  hasSelection,
  IAgentCatalog,
  IDocumentStructureService,
  IEditorService,
  ILogger,
  IStyleRuleRepository,
  ITokenCounter,
  type NothingGathered,
  type RequestOptions,
  type StyleRule,
  type StyleSeverity,
} from '@lexichord/abstractions';
import { ComposedStrategy, type GatheredContent, openDocument } from '@lexichord/context-strategy';
import { formatCount } from '@lexichord/platform/number-text';
import { inject, injectable } from 'tsyringe';

import { focusOf } from './find-selection.js';
import { strategyDescriptors } from './strategy-descriptors.js';
import { toOneLine } from './text/lines-in.js';

/** Maximum length of the text that rules are matched against, in UTF-16 units: a chapter, but not a book. */
const maxTextLength = 100_000;

/** Relevance if the text matches a rule, and if it matches none. */
const relevanceOfTouched = 0.8;
const relevanceOfUntouched = 0.5;

/** The style rules for the agent, those that match the text first (SBD-072 §3.2). */
@injectable()
export class StyleContextStrategy extends ComposedStrategy {
  constructor(
    @inject(IStyleRuleRepository) private readonly rules: IStyleRuleRepository,
    @inject(IAgentCatalog) private readonly agents: IAgentCatalog,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IDocumentStructureService) private readonly structure: IDocumentStructureService,
    @inject(ITokenCounter) tokenCounter: ITokenCounter,
    @inject(ILogger) log: ILogger,
  ) {
    super(strategyDescriptors.style, tokenCounter, log);
  }

  /** @throws the errors of the editor for a document that is missing, denied, binary or too large */
  protected override async compose(
    request: ContextGatheringRequest,
    maxTokens: number,
    options: RequestOptions,
  ): Promise<GatheredContent | NothingGathered | undefined> {
    const rules = await this.rulesFor(request, options);
    if (rules.length === 0) {
      return { nothing: 'empty', message: `No style rule applies to the agent "${request.agentId}".` };
    }
    const ranked = rankRules(rules, await this.textAtHand(request, options));
    options.signal?.throwIfAborted();

    const { content, shown } = formatRules(ranked, { maxTokens, tokenCounter: this.tokenCounter });
    const touched = ranked.filter(({ matches }) => matches > 0);
    return {
      content,
      relevance: touched.length > 0 ? relevanceOfTouched : relevanceOfUntouched,
      originalTokens:
        shown === ranked.length
          ? undefined
          : this.tokenCounter.countTokens(ranked.map(({ rule }) => rule.instruction).join('\n')),
      metadata: {
        rules: ranked.slice(0, shown).map(({ rule, matches }) => ({ id: rule.id, matches })),
        totalRules: ranked.length,
        truncated: shown < ranked.length,
      },
    };
  }

  private async rulesFor(request: ContextGatheringRequest, options: RequestOptions): Promise<readonly StyleRule[]> {
    const { rules, problems } = await this.rules.getRules(await this.pathOf(request, options), options);
    if (problems.length > 0) {
      this.log.warn('{StrategyId} left out {Count} style rules or files: {Problems}', {
        StrategyId: this.strategyId,
        Count: problems.length,
        Problems: problems.slice(0, 5).join(' '),
      });
    }
    const { agent = this.agents.findAgent(request.agentId) } = options;
    const wanted = agent?.styleCategories ?? [];
    return wanted.length === 0 ? rules : rules.filter(({ category }) => wanted.includes(category));
  }

  /** The document's path in the workspace, which may differ from the path in the request. */
  private async pathOf(request: ContextGatheringRequest, options: RequestOptions): Promise<string | undefined> {
    if (!hasDocument(request)) return undefined;
    try {
      return (await openDocument(request, this.editor, options)).path;
    } catch {
      options.signal?.throwIfAborted();
      // The caller that needs the text reports the problem.
      return request.documentPath;
    }
  }

  /** The text to match: the selection, else the section of the cursor, else the document. */
  private async textAtHand(request: ContextGatheringRequest, options: RequestOptions): Promise<string> {
    if (hasSelection(request)) return request.selectedText.slice(0, maxTextLength);
    if (!hasDocument(request)) return '';
    const snapshot = await openDocument(request, this.editor, options);
    const focus = focusOf(snapshot.content, request);
    if (focus === undefined) return snapshot.content.slice(0, maxTextLength);
    const structure = await this.structure.getStructure(snapshot, options);
    const section = structure.headingPathAt(focus).at(-1);
    const from = section?.startOffset ?? 0;
    const to = section?.sectionEndOffset ?? snapshot.content.length;
    const start = Math.max(from, Math.min(focus - maxTextLength / 2, to - maxTextLength));
    return snapshot.content.slice(start, Math.min(to, start + maxTextLength));
  }
}

/** A rule with its number of matches. */
interface RankedRule {
  readonly rule: StyleRule;
  readonly matches: number;
}

/** Weight of a match by severity. */
const severityWeight: Readonly<Record<StyleSeverity, number>> = { error: 3, warning: 2, suggestion: 1 };

/**
 * Ranks rules: those with matches first, by number and severity of the matches; then by severity, then id. Of long
 * lists only entries with matches are included: the others would displace all other rules.
 */
export function rankRules(rules: readonly StyleRule[], text: string): readonly RankedRule[] {
  return rules
    .map((rule) => ({ rule, matches: text.length === 0 ? 0 : rule.countMatches(text) }))
    .filter(({ rule, matches }) => matches > 0 || rule.isListEntry !== true)
    .sort(
      (left, right) =>
        weightOf(right) - weightOf(left) ||
        severityWeight[right.rule.severity] - severityWeight[left.rule.severity] ||
        compareIds(left.rule.id, right.rule.id),
    );
}

function weightOf({ rule, matches }: RankedRule): number {
  return matches * severityWeight[rule.severity];
}

function compareIds(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Rules as text within the limit. */
interface FormattedRules {
  readonly content: string;
  /** Number of rules in the text, from the first. */
  readonly shown: number;
}

/** Maximum length of an instruction, in UTF-16 units; longer ones are cut. */
const maxInstructionLength = 400;

/**
 * Formats one bullet per rule, complete rules only, and a last line with the number of further ones. Empty if none
 * fits.
 */
function formatRules(
  rules: readonly RankedRule[],
  { maxTokens, tokenCounter }: { readonly maxTokens: number; readonly tokenCounter: ITokenCounter },
): FormattedRules {
  const bullets = rules.map(formatRule);
  let low = 0;
  let high = Math.min(bullets.length, maxTokens);
  while (low < high) {
    const shown = Math.ceil((low + high) / 2);
    if (tokenCounter.countTokens(listOf(bullets, shown)) <= maxTokens) low = shown;
    else high = shown - 1;
  }
  return { content: low === 0 ? '' : listOf(bullets, low), shown: low };
}

function listOf(bullets: readonly string[], shown: number): string {
  const more = bullets.length - shown;
  const last = more === 0 ? [] : [`- … ${formatCount(more)} more rule${more === 1 ? '' : 's'}`];
  return [...bullets.slice(0, shown), ...last].join('\n');
}

function formatRule({ rule: { id, severity, instruction }, matches }: RankedRule): string {
  const found = matches === 0 ? '' : `; found ${matches === 1 ? 'once' : `${formatCount(matches)} times`} in this text`;
  return `- ${toOneLine(instruction, maxInstructionLength)} (${severity}, ${toOneLine(id, maxInstructionLength)}${found})`;
}
