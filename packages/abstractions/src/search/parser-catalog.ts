import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** What cuts the files of some languages along their structure. */
export interface ParserInfo {
  /** Language ids such as `typescript`. */
  readonly languages: readonly string[];
  /** `grammar`: a parser that was generated; `scanner`: a pass over the lines. */
  readonly kind: 'grammar' | 'scanner';
  /** Such as `tree-sitter-python`. */
  readonly name: string;
  /** Of the package that it comes with. */
  readonly version: string;
  /** Why it cannot be used, so that files are cut at lines; no content of a file. */
  readonly problem?: string | undefined;
}

/** The parsers that there are. */
export interface IParserCatalog {
  /**
   * Every parser, tried on an empty text, most used languages first.
   *
   * @throws the signal's reason
   */
  list(options?: CallOptions): Promise<readonly ParserInfo[]>;
}
export const IParserCatalog: Token<IParserCatalog> = token('IParserCatalog');
