import { type FormattingOptions, type ParseError, applyEdits, modify, parse, printParseErrorCode } from 'jsonc-parser';

/**
 * The value of a JSON text.
 *
 * @param hasComments whether comments and trailing commas are allowed
 * @throws {SyntaxError} with the first mistake and its offset
 */
export function parseJson(text: string, { hasComments }: { readonly hasComments: boolean }): unknown {
  const mistakes: ParseError[] = [];
  const value: unknown = parse(text, mistakes, { disallowComments: !hasComments, allowTrailingComma: hasComments });
  const [first] = mistakes;
  if (first !== undefined) throw new SyntaxError(`${printParseErrorCode(first.error)} at offset ${first.offset}`);
  return value;
}

/** Sets a value at a path of keys; comments, order and indentation are kept. */
export function setInJson(text: string, keys: readonly string[], value: unknown): string {
  return applyEdits(text, modify(text, [...keys], value, { formattingOptions: formattingOf(text) }));
}

/** The indentation and line ends of a text; two blanks by default. */
function formattingOf(text: string): FormattingOptions {
  const indentation = /^(?<indentation>[ \t]+)["}/]/mu.exec(text)?.groups?.['indentation'] ?? '  ';
  return {
    insertSpaces: !indentation.startsWith('\t'),
    tabSize: indentation.startsWith('\t') ? 1 : indentation.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
