/** Rules for dividing the text of a language into names, marks, strings and comments. */
export interface TokenSyntax {
  /** `#` begins a comment. */
  readonly hasHashComments: boolean;
  /** `//` and `/*` begin comments. */
  readonly hasSlashComments: boolean;
  /** Three quotes begin a multi-line string. */
  readonly hasTripleQuotes: boolean;
  /** Meaning of `'`: a string, or a single character in languages with other uses of it. */
  readonly apostrophe: 'string' | 'character';
  /** Meaning of a back quote: a string with code in it, or one without. */
  readonly backQuote: 'template' | 'raw';
  /** `/` may begin a regular expression. */
  readonly hasRegExpLiterals: boolean;
  /**
   * Whether an unqualified name is defined or imported in the same file. Otherwise other files of the package are in
   * scope, too.
   */
  readonly isModuleScoped: boolean;
  /** Position of a variable's type: `name: Type`, `Type name` or `name Type`. */
  readonly typePosition: 'after-colon' | 'before-name' | 'after-name';
}

const cLike: TokenSyntax = {
  hasHashComments: false,
  hasSlashComments: true,
  hasTripleQuotes: false,
  apostrophe: 'character',
  backQuote: 'raw',
  hasRegExpLiterals: false,
  isModuleScoped: false,
  typePosition: 'before-name',
};

const javascript: TokenSyntax = {
  ...cLike,
  apostrophe: 'string',
  backQuote: 'template',
  hasRegExpLiterals: true,
  isModuleScoped: true,
  typePosition: 'after-colon',
};

const scripted: TokenSyntax = {
  ...cLike,
  hasHashComments: true,
  hasSlashComments: false,
  apostrophe: 'string',
  typePosition: 'after-colon',
};

const withColonTypes: TokenSyntax = { ...cLike, hasTripleQuotes: true, typePosition: 'after-colon' };

const syntaxes: Readonly<Record<string, TokenSyntax>> = {
  typescript: javascript,
  tsx: javascript,
  javascript,
  jsx: javascript,
  python: { ...scripted, hasTripleQuotes: true, isModuleScoped: true },
  ruby: scripted,
  go: { ...cLike, typePosition: 'after-name' },
  rust: { ...cLike, typePosition: 'after-colon' },
  java: { ...cLike, hasTripleQuotes: true },
  csharp: { ...cLike, hasTripleQuotes: true },
  kotlin: withColonTypes,
  swift: withColonTypes,
  scala: withColonTypes,
  dart: { ...cLike, apostrophe: 'string', hasTripleQuotes: true },
  php: { ...cLike, hasHashComments: true, apostrophe: 'string' },
  c: cLike,
  cpp: cLike,
  'objective-c': cLike,
  'objective-cpp': cLike,
};

/** The syntax of a language; `undefined` if uses of names are not collected. */
export function tokenSyntaxOf(language: string): TokenSyntax | undefined {
  return Object.hasOwn(syntaxes, language) ? syntaxes[language] : undefined;
}
