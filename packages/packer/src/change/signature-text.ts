import type { FileDefinition } from '@lexichord/abstractions';

/** Kinds of definitions whose members belong to the signature. */
const openKinds: ReadonlySet<string> = new Set(['interface', 'type', 'enum']);

/** Maximum length of a signature, in UTF-16 units. */
const maxLength = 4_000;

/**
 * Returns the signature of a definition without white space: the text before its body; of an interface, a type or an
 * enumeration all of it. For comparing, not for reading.
 *
 * @param lines of the file
 */
export function signatureText(
  lines: readonly string[],
  { kind, startLine, endLine }: Pick<FileDefinition, 'kind' | 'startLine' | 'endLine'>,
): string {
  const text = lines
    .slice(startLine - 1, endLine)
    .join('\n')
    .slice(0, maxLength);
  const own = openKinds.has(kind) ? text : text.slice(0, endOfSignature(text, kind === 'variable'));
  // Visibility makes no difference for current users.
  const named = own.replace(/^export\s+(?:default\s+)?/u, '');
  return named.replaceAll(/\s+/gu, '').replaceAll(/,(?=[)\]}>])/gu, '');
}

/**
 * Offset of the body: at a brace, an arrow, a colon at the end of a line, a semicolon; for a value, at its initializer.
 */
function endOfSignature(text: string, isValue: boolean): number {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if ('([<'.includes(character)) depth += 1;
    else if (')]'.includes(character) || (character === '>' && !'-='.includes(text.charAt(index - 1)))) depth -= 1;
    else if (depth <= 0 && endsHere(text, index, isValue)) return index;
  }
  return text.length;
}

function endsHere(text: string, index: number, isValue: boolean): boolean {
  const character = text.charAt(index);
  if (character === '{' || character === ';') return true;
  if (character === ':') return /^:\s*(?:#.*)?(?:\n|$)/u.test(text.slice(index, index + 200));
  // The initializer of a function has its parameters, which belong to the signature.
  return character === '=' && text.charAt(index + 1) === '>'
    ? true
    : isValue && character === '=' && !isFunction(text, index);
}

function isFunction(text: string, index: number): boolean {
  return /^=\s*(?:async\s*)?(?:\(|function\b|[\w$]+\s*=>)/u.test(text.slice(index, index + 200));
}
