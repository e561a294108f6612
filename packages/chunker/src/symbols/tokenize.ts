import { RegExpLiterals } from './regexp-literals.js';
import type { TokenSyntax } from './token-syntax.js';

/** A token of a program's text; white space and comments are none. */
export interface CodeToken {
  /** `string` without its quotes; `mark` for all tokens of no other kind. */
  readonly kind: 'name' | 'mark' | 'string' | 'number';
  readonly text: string;
  /** In UTF-16 units. */
  readonly start: number;
}

/** Patterns of a syntax that match at their `lastIndex`. All are linear in time. */
interface Patterns {
  /** White space or a comment. */
  readonly skipped: RegExp;
  readonly token: RegExp;
}

const nameStart = /^[\p{ID_Start}_$]/u;

const patterns = new Map<TokenSyntax, Patterns>();

/**
 * The patterns of a syntax, without groups: the first character decides the kind of a token, and a match with groups is
 * an array for each of millions of tokens, a quarter of all garbage of a first index.
 */
function patternsFor(syntax: TokenSyntax): Patterns {
  let found = patterns.get(syntax);
  if (found === undefined) {
    const skipped = [
      String.raw`\s+`,
      ...(syntax.hasSlashComments ? [String.raw`\/\/[^\n]*`, String.raw`\/\*[^]*?(?:\*\/|$)`] : []),
      ...(syntax.hasHashComments ? [String.raw`#[^\n]*`] : []),
    ];
    const tokens = [
      ...(syntax.hasTripleQuotes ? [String.raw`"""[^]*?(?:"""|$)`] : []),
      ...(syntax.hasTripleQuotes && syntax.apostrophe === 'string' ? [String.raw`'''[^]*?(?:'''|$)`] : []),
      String.raw`"(?:[^"\\\n]|\\[^])*"?`,
      syntax.apostrophe === 'string'
        ? String.raw`'(?:[^'\\\n]|\\[^])*'?`
        : String.raw`'(?:[^'\\\n]|\\[^'\n]{1,10}|\\')'`,
      ...(syntax.backQuote === 'raw' ? ['`[^`]*(?:`|$)'] : []),
      String.raw`[\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*`,
      String.raw`\d\w*(?:\.\d\w*)*`,
      String.raw`=>|->|::|\?\.(?!\d)|\.\.\.|[^]`,
    ];
    found = { skipped: new RegExp(skipped.join('|'), 'uy'), token: new RegExp(tokens.join('|'), 'uy') };
    patterns.set(syntax, found);
  }
  return found;
}

/** Words after which an expression begins. */
const wordsBeforeExpression = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'delete',
  'void',
  'throw',
  'new',
  'await',
]);

/** Divides a program's text into tokens. Any text gives tokens. */
export function tokenize(content: string, syntax: TokenSyntax): readonly CodeToken[] {
  return new Tokenizer(content, syntax).tokenize();
}

class Tokenizer {
  private readonly tokens: CodeToken[] = [];
  private readonly patterns: Patterns;
  private readonly regExpLiterals: RegExpLiterals;
  /** Number of open braces in each template whose code is being read, innermost last. */
  private readonly templates: number[] = [];
  private at = 0;

  constructor(
    private readonly content: string,
    private readonly syntax: TokenSyntax,
  ) {
    this.patterns = patternsFor(syntax);
    this.regExpLiterals = new RegExpLiterals(content);
  }

  tokenize(): readonly CodeToken[] {
    while (this.at < this.content.length) {
      const char = this.content[this.at];
      if (this.isTemplateEdge(char)) this.readTemplate(char);
      else if (char !== '/' || !this.takeRegExp()) {
        if (!this.readToken()) break;
      }
    }
    return this.tokens;
  }

  private isTemplateEdge(char: string | undefined): boolean {
    return this.syntax.backQuote === 'template' && (char === '`' || (char === '}' && this.templates.at(-1) === 0));
  }

  /** Reads a template's text, from its beginning or from the end of code in it. */
  private readTemplate(edge: string | undefined): void {
    if (edge === '}') this.templates.pop();
    const { end, opensCode } = readTemplatePart(this.content, this.at + 1);
    if (opensCode) this.templates.push(0);
    // A name after a template is no member of the expression before it.
    this.tokens.push({ kind: 'string', text: '', start: end });
    this.at = end;
  }

  private takeRegExp(): boolean {
    if (!this.syntax.hasRegExpLiterals || !expectsExpression(this.tokens.at(-1))) return false;
    const end = this.regExpLiterals.endOf(this.at);
    if (end === undefined) return false;
    this.tokens.push({ kind: 'string', text: '', start: this.at });
    this.at = end;
    return true;
  }

  /** Reads white space, a comment, or one token. @returns whether there was one */
  private readToken(): boolean {
    const { skipped, token } = this.patterns;
    const { content, at: start } = this;
    skipped.lastIndex = start;
    if (skipped.test(content)) {
      this.at = skipped.lastIndex;
      return true;
    }
    token.lastIndex = start;
    if (!token.test(content)) return false;
    this.at = token.lastIndex;
    const text = content.slice(start, this.at);
    const kind = this.kindOf(text);
    if (kind === 'mark') this.addMark(text, start);
    else this.tokens.push({ kind, text: kind === 'string' ? withoutQuotes(text) : text, start });
    return true;
  }

  private kindOf(text: string): CodeToken['kind'] {
    if (nameStart.test(text)) return 'name';
    const first = text.charAt(0);
    if (first >= '0' && first <= '9') return 'number';
    return this.isString(first, text) ? 'string' : 'mark';
  }

  private isString(first: string, text: string): boolean {
    if (first === '"') return true;
    // A single quote alone is a mark if it does not begin a string, as before a lifetime in Rust.
    if (first === "'") return this.syntax.apostrophe === 'string' || text.length > 1;
    return first === '`' && this.syntax.backQuote === 'raw';
  }

  private addMark(text: string, start: number): void {
    this.tokens.push({ kind: 'mark', text, start });
    const open = this.templates.length - 1;
    if (open < 0) return;
    if (text === '{') this.templates[open] = (this.templates[open] as number) + 1;
    else if (text === '}') this.templates[open] = (this.templates[open] as number) - 1;
  }
}

/** Reads to the end of a template, or to the beginning of code in it. */
function readTemplatePart(content: string, start: number): { readonly end: number; readonly opensCode: boolean } {
  for (let at = start; at < content.length; at += 1) {
    const char = content[at];
    if (char === '\\') at += 1;
    else if (char === '`') return { end: at + 1, opensCode: false };
    else if (char === '$' && content[at + 1] === '{') return { end: at + 2, opensCode: true };
  }
  return { end: content.length, opensCode: false };
}

function expectsExpression(previous: CodeToken | undefined): boolean {
  if (previous === undefined) return true;
  if (previous.kind === 'name') return wordsBeforeExpression.has(previous.text);
  return previous.kind === 'mark' && previous.text !== ')' && previous.text !== ']' && previous.text !== '}';
}

function withoutQuotes(text: string): string {
  const quotes = /^(?:"""|'''|["'`])/u.exec(text)?.[0] ?? '';
  return text.slice(
    quotes.length,
    text.endsWith(quotes) ? Math.max(quotes.length, text.length - quotes.length) : undefined,
  );
}
