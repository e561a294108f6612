import type { MessageSource } from '@lexichord/abstractions';

import { badFile } from './bad-file.js';

/** One object of a file. */
export interface ScannedObject extends MessageSource {
  /** First line, from 1. */
  readonly line: number;
}

/** Expected next token. */
type Phase =
  | 'start'
  /** In an array, after its bracket: an object or the end. */
  | 'first'
  /** In an array, after a comma. */
  | 'element'
  /** In an array, after an object: a comma or the end. */
  | 'after-element'
  /** In a file with one object per line: an object. */
  | 'line'
  /** In a file with one object per line, after an object: the end of the line. */
  | 'after-line'
  | 'object'
  | 'string'
  /** In a string, after a backslash. */
  | 'escape'
  /** After the array. */
  | 'closed';

/** Maximum length of an object, and of the white space between two, in UTF-16 units. */
const maxPartLength = 64 * 1024 * 1024;

const [tab, lineFeed, carriageReturn, space, quote, comma] = [0x09, 0x0a, 0x0d, 0x20, 0x22, 0x2c];
const [openBracket, backslash, closeBracket, openBrace, closeBrace, mark] = [0x5b, 0x5c, 0x5d, 0x7b, 0x7d, 0xfeff];

/**
 * Finds the objects of a JSON array, or of a file with one object per line, in text that arrives in pieces. It
 * interprets brackets and strings only; the parser decides whether an object is valid JSON. Takes time linear in the
 * text, and memory for one object.
 */
export class ObjectScanner {
  private phase: Phase = 'start';
  /** Open brackets within an object. */
  private depth = 0;
  private line = 1;
  private isAfterReturn = false;
  private isFirstCharacter = true;
  private objectLine = 1;
  private readonly before = new TextParts();
  private readonly text = new TextParts();

  /**
   * Yields the objects that end in a piece of the file.
   *
   * @throws {LexichordError} `invalid-argument` naming the line
   */
  *push(piece: string): Generator<ScannedObject, void, undefined> {
    let start = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (code === lineFeed || code === carriageReturn) this.countLine(code);
      else this.isAfterReturn = false;
      if (this.phase === 'object' || this.phase === 'string' || this.phase === 'escape') {
        if (!this.advanceWithin(code)) continue;
        this.text.add(piece.slice(start, at + 1), this.objectLine);
        start = at + 1;
        yield { before: this.before.take(), text: this.text.take(), line: this.objectLine };
      } else if (code === openBrace) {
        this.beginObject();
        this.before.add(piece.slice(start, at), this.line);
        start = at;
      } else {
        this.phase = this.advanceBetween(code);
      }
      this.isFirstCharacter = false;
    }
    (this.isWithin() ? this.text : this.before).add(piece.slice(start), this.line);
  }

  /**
   * The text after the last object.
   *
   * @throws {LexichordError} `invalid-argument` for a file that ends too early
   */
  end(): string {
    if (this.isWithin()) throw badFile(this.objectLine, 'the message that begins there is not closed');
    if (this.phase === 'first' || this.phase === 'element' || this.phase === 'after-element') {
      throw badFile(this.line, 'the file ends before the end of the list: expected "]"');
    }
    return this.before.take();
  }

  private isWithin(): boolean {
    return this.phase === 'object' || this.phase === 'string' || this.phase === 'escape';
  }

  private countLine(code: number): void {
    if (code === carriageReturn || !this.isAfterReturn) this.line += 1;
    this.isAfterReturn = code === carriageReturn;
  }

  private beginObject(): void {
    const { phase } = this;
    if (phase === 'after-element') throw badFile(this.line, 'expected "," or "]" after a message');
    if (phase === 'after-line') throw badFile(this.line, 'expected the end of the line after a message');
    if (phase === 'closed') throw badFile(this.line, 'expected nothing after the list');
    this.isArray = phase === 'first' || phase === 'element';
    this.phase = 'object';
    this.depth = 1;
    this.objectLine = this.line;
  }

  private isArray = false;

  /** @returns whether the object ends */
  private advanceWithin(code: number): boolean {
    if (this.phase === 'escape') this.phase = 'string';
    else if (this.phase === 'string') {
      if (code === quote) this.phase = 'object';
      else if (code === backslash) this.phase = 'escape';
      // Otherwise, a missing quote would swallow the messages up to the next one.
      else if (code === lineFeed || code === carriageReturn) {
        throw badFile(this.line - 1, 'unclosed string: expected a quote before the line break');
      }
    } else if (code === quote) this.phase = 'string';
    else if (code === openBrace || code === openBracket) this.depth += 1;
    else if (code === closeBrace || code === closeBracket) this.depth -= 1;
    if (this.depth > 0) return false;
    this.depth = 0;
    this.phase = this.isArray ? 'after-element' : 'after-line';
    return true;
  }

  private advanceBetween(code: number): Phase {
    const { phase } = this;
    if (code === lineFeed || code === carriageReturn) return phase === 'after-line' ? 'line' : phase;
    if (code === space || code === tab) return phase;
    if (code === mark && this.isFirstCharacter) return phase;
    switch (phase) {
      case 'start':
        if (code === openBracket) return 'first';
        throw badFile(this.line, 'expected a list of messages ("[") or a message ("{")');
      case 'first':
        if (code === closeBracket) return 'closed';
        throw badFile(this.line, 'expected a message ("{") or "]"');
      case 'element':
        throw badFile(this.line, 'expected a message ("{") after ","');
      case 'after-element':
        if (code === comma) return 'element';
        if (code === closeBracket) return 'closed';
        throw badFile(this.line, 'expected "," or "]" after a message');
      case 'after-line':
        throw badFile(this.line, 'expected the end of the line after a message');
      case 'closed':
        throw badFile(this.line, 'expected nothing after the list');
      default:
        throw badFile(this.line, 'expected a message ("{")');
    }
  }
}

/** A text that is joined from pieces. */
class TextParts {
  private parts: string[] = [];
  private length = 0;

  /** @throws {LexichordError} `invalid-argument` if the text becomes too long */
  add(part: string, line: number): void {
    this.length += part.length;
    if (this.length > maxPartLength)
      throw badFile(line, 'the value that begins there is longer than 64 million characters');
    if (part !== '') this.parts.push(part);
  }

  take(): string {
    const text = this.parts.join('');
    this.parts = [];
    this.length = 0;
    return text;
  }
}
