import { type ChunkFallback, type Token, token } from '@lexichord/abstractions';
import { LineIndex, raceWithSignal } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

import type { ParseLimits } from '../worker/parse-protocol.mjs';
import { ChunkingOptions } from './chunking-options.js';
import { grammarRequestOf } from './languages/compile-language.js';
import { hasRules, rulesFor } from './languages/language-catalog.js';
import type { LanguageRules } from './languages/language-rules.js';
import type { ParseOutcome } from './parse/parser-thread.js';
import { TextParser, hardLimitMs } from './parse/text-parser.js';
import { buildSyntaxTree } from './tree/build-syntax-tree.js';
import { scanMarkdown } from './tree/scan-markdown.js';
import { scanYaml } from './tree/scan-yaml.js';
import type { SyntaxNode } from './tree/syntax-node.js';

/** A text with its syntax, or with the reason for having none. */
export interface ParsedText {
  readonly lines: LineIndex;
  readonly tree: readonly SyntaxNode[];
  readonly fallback?: ChunkFallback | undefined;
}

/** Parses texts. Concurrent requests for one text share a parse. */
export interface ISyntaxTrees {
  /** @throws the signal's reason; never rejects because of the text */
  parse(text: { readonly content: string; readonly language: string }, signal?: AbortSignal): Promise<ParsedText>;
  /** Starts a thread in advance. */
  prepare(): void;
  /** Ends the parser's threads; the next parse starts others. */
  dispose(): Promise<void>;
}
export const ISyntaxTrees: Token<ISyntaxTrees> = token('ISyntaxTrees');

/** Steps of the parser per millisecond for languages without a specific value. */
const usualStepsPerMs = 8;

/** Maximum number and UTF-16 units of cached texts: a file is outlined and chunked in succession. */
const maxRemembered = 8;
const maxRememberedUnits = 4_000_000;

/** Languages that are cut by scanning their lines, without a parser. */
const scans: Readonly<Record<string, (lines: LineIndex) => readonly SyntaxNode[]>> = {
  markdown: scanMarkdown,
  mdx: scanMarkdown,
  yaml: scanYaml,
};

/** Whether files of the language have a structure to cut at. */
export function hasStructure(language: string): boolean {
  return hasRules(language) || Object.hasOwn(scans, language);
}

interface Remembered {
  readonly content: string;
  readonly language: string;
  readonly parsed: Promise<ParsedText>;
}

/**
 * Syntax trees of code by tree-sitter, on other threads, and of Markdown by its lines. A file that is too large, takes
 * too long or is nested too deep is refused with the reason (T-016 threat 3).
 */
@injectable()
export class SyntaxTrees implements ISyntaxTrees {
  private readonly parser = new TextParser();
  private remembered: readonly Remembered[] = [];

  constructor(@inject(ChunkingOptions) private readonly options: ChunkingOptions) {}

  prepare(): void {
    this.parser.prepare();
  }

  async parse(
    { content, language }: { readonly content: string; readonly language: string },
    signal?: AbortSignal,
  ): Promise<ParsedText> {
    signal?.throwIfAborted();
    const cached = this.remembered.find((entry) => entry.language === language && entry.content === content);
    const entry = cached ?? { content, language, parsed: this.parseAnew(content, language) };
    this.remember(entry);
    return signal === undefined ? entry.parsed : raceWithSignal(entry.parsed, signal);
  }

  /** Ends the parsers' threads. Later texts start new ones. */
  async dispose(): Promise<void> {
    this.remembered = [];
    await this.parser.dispose();
  }

  private remember(entry: Remembered): void {
    const others = this.remembered.filter((other) => other !== entry).slice(0, maxRemembered - 1);
    let units = entry.content.length;
    this.remembered = [entry, ...others.filter(({ content }) => (units += content.length) <= maxRememberedUnits)];
  }

  private async parseAnew(content: string, language: string): Promise<ParsedText> {
    const lines = new LineIndex(content);
    const scan = Object.hasOwn(scans, language) ? scans[language] : undefined;
    if (scan !== undefined) return { lines, tree: scan(lines) };
    const rules = rulesFor(language, content);
    const fallback = rules === undefined ? noParser(language) : this.tooLarge(content);
    if (rules === undefined || fallback !== undefined) return { lines, tree: [], fallback };

    const grammar = grammarRequestOf(rules);
    const limits = this.limitsFor(rules);
    const { topLevel } = rules;
    const outcome = await this.parser.parse({ content: replaceLoneReturns(content), grammar, limits, topLevel });
    if (outcome.kind === 'parsed') return { lines, tree: buildSyntaxTree(outcome.nodes, lines, rules) };
    return { lines, tree: [], fallback: this.describeFailure(outcome) };
  }

  private tooLarge(content: string): ChunkFallback | undefined {
    const { maxFileSizeBytes } = this.options;
    // A UTF-16 unit takes at least one byte; counting is needed only near the limit.
    const size = content.length > maxFileSizeBytes ? content.length : Buffer.byteLength(content);
    if (size <= maxFileSizeBytes) return undefined;
    return { reason: 'file-too-large', message: `The file is larger than ${maxFileSizeBytes} bytes.` };
  }

  private limitsFor({ stepsPerMs = usualStepsPerMs }: LanguageRules): ParseLimits {
    const { maxParseTimeMs, maxNestingDepth, maxChunkTokens, targetChunkTokens } = this.options;
    return {
      maxSteps: Math.ceil(maxParseTimeMs * stepsPerMs),
      maxTimeMs: maxParseTimeMs,
      maxDepth: maxNestingDepth,
      // A token rarely has fewer than one and a half characters: a shorter text is not too large.
      openFunctions: Math.ceil(maxChunkTokens * 1.5),
      openOthers: Math.ceil(Math.min(targetChunkTokens, maxChunkTokens) * 1.5),
    };
  }

  private describeFailure(outcome: Exclude<ParseOutcome, { kind: 'parsed' }>): ChunkFallback {
    const { maxParseTimeMs, maxNestingDepth } = this.options;
    switch (outcome.kind) {
      case 'timeout':
        return { reason: 'parse-timeout', message: `Parsing took more than ${maxParseTimeMs} ms.` };
      case 'killed':
        return {
          reason: 'parse-timeout',
          message: `The parser did not answer within ${hardLimitMs(maxParseTimeMs)} ms.`,
        };
      case 'too-deep':
        return { reason: 'nested-too-deep', message: `The syntax is nested more than ${maxNestingDepth} levels deep.` };
      case 'faulty':
        return { reason: 'parser-failed', message: 'The parser stopped at a syntax error.' };
      case 'failed':
        return { reason: 'parser-failed', message: `The parser failed (${outcome.reason}).` };
    }
  }
}

/**
 * Replaces lone carriage returns, which end a line here but are white space for grammars and tokens. Offsets do not
 * change.
 */
export function replaceLoneReturns(content: string): string {
  return content.replace(/\r(?!\n)/gu, '\n');
}

function noParser(language: string): ChunkFallback {
  return { reason: 'no-parser', message: `There is no parser for "${language}".` };
}
