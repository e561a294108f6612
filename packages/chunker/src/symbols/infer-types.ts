import type { TokenSyntax } from './token-syntax.js';
import { TokenReader } from './token-reader.js';
import type { CodeToken } from './tokenize.js';

/** Marks between a variable and its type, such as of a pointer. */
const betweenMarks = new Set(['*', '&', '?', '!']);

/**
 * The types of a file's variables, as far as they are written beside them: `cart: Cart`, `cart = new Cart()`, `Cart cart`.
 * A variable that has two in the file has none here.
 *
 * @param isType whether a name may be a type that is defined somewhere
 */
export function inferTypes(
  tokens: readonly CodeToken[],
  { typePosition }: TokenSyntax,
  isType: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const types = new Map<string, string | undefined>();
  const add = (variable: string, type: string): void => {
    if (!isType(type)) return;
    const known = types.get(variable);
    types.set(variable, types.has(variable) && known !== type ? undefined : type);
  };
  const reader = new TokenReader(tokens);
  for (; !reader.isAtEnd; reader.next()) {
    const { kind, text } = reader.peek();
    if (kind !== 'name') continue;
    const assigned = assignedType(reader);
    if (assigned !== undefined) add(text, assigned);
    else if (typePosition === 'after-colon') {
      const type = typeAfter(reader, reader.isAt('?', 1) ? 2 : 1, ':');
      if (type !== undefined) add(text, type);
    } else if (reader.peek(1).kind === 'name' || betweenMarks.has(reader.peek(1).text)) {
      const other = reader.peek(reader.peek(1).kind === 'name' ? 1 : 2);
      if (other.kind !== 'name') continue;
      if (typePosition === 'before-name') add(other.text, text);
      else add(text, other.text);
    }
  }
  return new Map([...types].flatMap(([variable, type]) => (type === undefined ? [] : [[variable, type]])));
}

/** Of `cart = new Cart(`, `cart = Cart(`, `cart := &Cart{`, `let cart = Cart::new(`. */
function assignedType(reader: TokenReader): string | undefined {
  let distance = reader.isAt(':', 1) && reader.isAt('=', 2) ? 2 : 1;
  if (!reader.isAt('=', distance) || reader.isAt('=', distance + 1)) return undefined;
  distance += 1;
  while (reader.isAt('new', distance) || reader.isAt('&', distance) || reader.isAt('await', distance)) distance += 1;
  const type = reader.peek(distance);
  const after = reader.peek(distance + 1).text;
  return type.kind === 'name' && (after === '(' || after === '{' || after === '::') && startsLikeType(type.text)
    ? type.text
    : undefined;
}

function typeAfter(reader: TokenReader, distance: number, mark: string): string | undefined {
  if (!reader.isAt(mark, distance)) return undefined;
  let at = distance + 1;
  while (betweenMarks.has(reader.peek(at).text) || reader.isAt('readonly', at) || reader.isAt('mut', at)) at += 1;
  let type = reader.peek(at);
  // Of a qualified name the last part.
  while ((reader.isAt('.', at + 1) || reader.isAt('::', at + 1)) && reader.peek(at + 2).kind === 'name') {
    at += 2;
    type = reader.peek(at);
  }
  return type.kind === 'name' && startsLikeType(type.text) ? type.text : undefined;
}

function startsLikeType(name: string): boolean {
  const [first = ''] = name;
  return first !== first.toLowerCase();
}
