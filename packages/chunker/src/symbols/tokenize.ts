import type { TokenSyntax } from './token-syntax.js';

/** A piece of a program's text that is neither white space nor a comment. */
export interface CodeToken {
  /** `string` without its quotes; `mark` for everything else that is no name, number apart. */
  readonly kind: 'name' | 'mark' | 'string' | 'number';
  readonly text: string;
  /** In UTF-16 units. */
  readonly start: number;
}

const patterns = new Map<TokenSyntax, RegExp>();

/** One token at a position. The groups: white space or comment, string, name, number, mark. Linear in time. */
function patternFor(syntax: TokenSyntax): RegExp {
  let pattern = patterns.get(syntax);
  if (pattern === undefined) {
    const skipped = [
      String.raw`\s+`,
      ...(syntax.hasSlashComments ? [String.raw`\/\/[^\n]*`, String.raw`\/\*[^]*?(?:\*\/|$)`] : []),
      ...(syntax.hasHashComments ? [String.raw`#[^\n]*`] : []),
    ];
    const strings = [
      ...(syntax.hasTripleQuotes ? [String.raw`"""[^]*?(?:"""|$)`] : []),
      ...(syntax.hasTripleQuotes && syntax.apostrophe === 'string' ? [String.raw`'''[^]*?(?:'''|$)`] : []),
      String.raw`"(?:[^"\\\n]|\\[^])*"?`,
      syntax.apostrophe === 'string'
        ? String.raw`'(?:[^'\\\n]|\\[^])*'?`
        : String.raw`'(?:[^'\\\n]|\\[^'\n]{1,10}|\\')'`,
      ...(syntax.backQuote === 'raw' ? ['`[^`]*(?:`|$)'] : []),
    ];
    const groups = [
      skipped.join('|'),
      strings.join('|'),
      String.raw`[\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*`,
      String.raw`\d\w*(?:\.\d\w*)*`,
      String.raw`=>|->|::|\?\.(?!\d)|\.\.\.|[^]`,
    ];
    pattern = new RegExp(groups.map((group) => `(${group})`).join('|'), 'uy');
    patterns.set(syntax, pattern);
  }
  return pattern;
}

const regExpLiteral = /\/(?![*/])(?:[^\\/[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\/[a-z]*/uy;

/** Behind one of these words an expression begins. */
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

/** Divides a program's text into tokens. Text that is no program gives tokens, too. */
export function tokenize(content: string, syntax: TokenSyntax): readonly CodeToken[] {
  const pattern = patternFor(syntax);
  const tokens: CodeToken[] = [];
  // Braces that are open in each template whose code is being read, innermost last.
  const templates: number[] = [];
  let at = 0;
  while (at < content.length) {
    const char = content[at];
    if (syntax.backQuote === 'template' && (char === '`' || (char === '}' && templates.at(-1) === 0))) {
      if (char === '}') templates.pop();
      const part = readTemplatePart(content, at + 1);
      if (part.opensCode) templates.push(0);
      at = part.end;
      // What follows a template is no member of what was before it.
      tokens.push({ kind: 'string', text: '', start: at });
      continue;
    }
    if (char === '/' && syntax.hasRegExpLiterals && expectsExpression(tokens.at(-1))) {
      regExpLiteral.lastIndex = at;
      if (regExpLiteral.test(content)) {
        tokens.push({ kind: 'string', text: '', start: at });
        at = regExpLiteral.lastIndex;
        continue;
      }
    }
    pattern.lastIndex = at;
    const match = pattern.exec(content);
    if (match === null) break;
    const [text, skipped, string, name, number] = match;
    if (skipped === undefined) {
      if (string !== undefined) tokens.push({ kind: 'string', text: withoutQuotes(text), start: at });
      else if (name !== undefined) tokens.push({ kind: 'name', text, start: at });
      else if (number !== undefined) tokens.push({ kind: 'number', text, start: at });
      else {
        const open = templates.length - 1;
        if (open >= 0 && text === '{') templates[open] = (templates[open] as number) + 1;
        else if (open >= 0 && text === '}') templates[open] = (templates[open] as number) - 1;
        tokens.push({ kind: 'mark', text, start: at });
      }
    }
    at = pattern.lastIndex;
  }
  return tokens;
}

/** To the end of a template, or to where code begins in it. */
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
