import type { CodeToken } from './tokenize.js';

const nothing: CodeToken = { kind: 'mark', text: '', start: -1 };

/** Goes over tokens, one after the other. Beyond the last one there are empty marks. */
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

  /** Passes a token with this text, if there is one. */
  take(text: string): boolean {
    if (!this.isAt(text)) return false;
    this.index += 1;
    return true;
  }

  /** Passes a token with one of these texts, if there is one. */
  takeOneOf(texts: ReadonlySet<string>): boolean {
    if (!this.isAtOneOf(texts)) return false;
    this.index += 1;
    return true;
  }

  /** Passes a name, if there is one. */
  takeName(): string | undefined {
    return this.peek().kind === 'name' ? this.next().text : undefined;
  }

  /** Passes a name with further ones behind separators: `a.b.c`, `a::b`. Empty if there is none. */
  takePath(separator: string): string {
    let path = this.takeName() ?? '';
    while (path !== '' && this.isAt(separator) && this.peek(1).kind === 'name') {
      this.index += 1;
      path += `${separator}${this.next().text}`;
    }
    return path;
  }
}
