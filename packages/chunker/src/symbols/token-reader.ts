import type { CodeToken } from './tokenize.js';

const nothing: CodeToken = { kind: 'mark', text: '', start: -1 };

/** Reads tokens one after the other. After the last one it returns empty marks. */
export class TokenReader {
  index = 0;

  constructor(readonly tokens: readonly CodeToken[]) {}

  get isAtEnd(): boolean {
    return this.index >= this.tokens.length;
  }

  /** @param distance from the current token; may be negative */
  peek(distance = 0): CodeToken {
    return this.tokens[this.index + distance] ?? nothing;
  }

  next(): CodeToken {
    const token = this.peek();
    this.index += 1;
    return token;
  }

  isAt(text: string, distance = 0): boolean {
    const token = this.peek(distance);
    return token.text === text && token.kind !== 'string';
  }

  isAtOneOf(texts: ReadonlySet<string>, distance = 0): boolean {
    const token = this.peek(distance);
    return texts.has(token.text) && token.kind !== 'string';
  }

  /** Consumes the next token if it has this text. */
  take(text: string): boolean {
    if (!this.isAt(text)) return false;
    this.index += 1;
    return true;
  }

  /** Consumes the next token if it has one of these texts. */
  takeOneOf(texts: ReadonlySet<string>): boolean {
    if (!this.isAtOneOf(texts)) return false;
    this.index += 1;
    return true;
  }

  /** Consumes the next token if it is a name. */
  takeName(): string | undefined {
    return this.peek().kind === 'name' ? this.next().text : undefined;
  }

  /** Consumes a name with further ones after separators: `a.b.c`, `a::b`. Empty without a name. */
  takePath(separator: string): string {
    let path = this.takeName() ?? '';
    while (path !== '' && this.isAt(separator) && this.peek(1).kind === 'name') {
      this.index += 1;
      path += `${separator}${this.next().text}`;
    }
    return path;
  }
}
