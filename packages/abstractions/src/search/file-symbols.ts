import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { ChunkKind, ChunkSource } from './chunker.js';

/** A named definition in a file. */
export interface FileDefinition {
  /** As written; never empty, at most 200 UTF-16 units. */
  readonly name: string;
  readonly kind: ChunkKind;
  /** Index of the definition that encloses it, in the same list; absent for an outermost one. */
  readonly parent?: number | undefined;
  /** 1-based, of the definition itself, its leading comment not included. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
}

/** A name that a file imports from a module. */
export interface FileImport {
  /** Its name in the file; `*` for all names of the module. */
  readonly local: string;
  /** Its name in the module: a name, `default`, or `*` for the module itself. */
  readonly imported: string;
  /** As written, such as `./cart.js`, `..models`, `crate::cart`. */
  readonly module: string;
}

/** A name under which a file exports something defined under another name or in another module. */
export interface FileExport {
  /** `*` for all names of the module. */
  readonly exported: string;
  /** Name in the module, else in the file itself; `*` for the module itself. */
  readonly local: string;
  /** Absent for a name of the file itself. */
  readonly module?: string | undefined;
}

/** A name that a definition uses. */
export interface FileUse {
  /** Index of the innermost definition around the use; absent for code outside all of them. */
  readonly owner?: number | undefined;
  readonly name: string;
  /**
   * The receiver of the name: `cart` of `cart.total`, `this`, or empty when the receiver is no plain name. Absent for
   * an unqualified name.
   */
  readonly receiver?: string | undefined;
  /** 1-based lines in ascending order, at most 20. */
  readonly lines: readonly number[];
}

/** Definitions of a file, and the names that it uses, without knowledge of other files. */
export interface FileSymbols {
  /** An enclosing definition before those in it. */
  readonly definitions: readonly FileDefinition[];
  readonly imports: readonly FileImport[];
  readonly exports: readonly FileExport[];
  readonly uses: readonly FileUse[];
  /** Name by which other files import its definitions: a Java package, a C# namespace, the name in a manifest. */
  readonly package?: string | undefined;
}

/** Extracts the symbols of a file. Optional: without it there is no symbol graph. */
export interface ISymbolExtractor {
  /** Changes when the same file may give other symbols. */
  readonly fingerprint: string;
  /**
   * Extracts the symbols; `undefined` for a file without symbols, such as prose. A file that cannot be parsed has no
   * definitions.
   *
   * @throws the signal's reason; never rejects because of a file's content
   */
  extract(source: ChunkSource, options?: CallOptions): Promise<FileSymbols | undefined>;
}
export const ISymbolExtractor: Token<ISymbolExtractor> = token('ISymbolExtractor');
