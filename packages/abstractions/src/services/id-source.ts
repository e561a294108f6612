import { type Token, token } from '../token.js';

/** The only way to make an identifier that is not derived from content, so that tests can repeat it. */
export interface IIdSource {
  /** A fresh identifier, unique within the process and beyond. */
  nextId(): string;
}
export const IIdSource: Token<IIdSource> = token('IIdSource');
