import type { TokenSyntax } from './token-syntax.js';
import { TokenReader } from './token-reader.js';
import type { CodeToken } from './tokenize.js';

/** Marks between a variable and its type, such as that of a pointer. */
const betweenMarks = new Set(['*', '&', '?', '!']);

/** Tokens allowed between a colon and a type. */
const beforeType = new Set([...betweenMarks, 'readonly', 'mut']);

/** Tokens allowed between an equals sign and the type of a constructed value. */
const beforeConstructor = new Set(['new', '&', 'await']);

const pathMarks = new Set(['.', '::']);

/** Tokens after the type of a constructed value: before arguments, fields, or the function that makes it. */
const behindConstructor = new Set(['(', '{', '::']);

/**
 * Infers the types of a file's variables that are written beside them: `cart: Cart`, `cart = new Cart()`, `Cart cart`.
 * A variable with two types in the file is left out.
 *
 * @param isType whether a name may be a type defined in some file
 */
export function inferTypes(
  tokens: readonly CodeToken[],
  { typePosition }: TokenSyntax,
  isType: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const types = new Map<string, string | undefined>();
  const add = (variable: string, type: string): void => {
    if (!isType(type)) return;
    const existing = types.get(variable);
    types.set(variable, types.has(variable) && existing !== type ? undefined : type);
  };
  const reader = new TokenReader(tokens);
  for (; !reader.isAtEnd; reader.next()) {
    const { kind, text } = reader.peek();
    if (kind !== 'name') continue;
    const type = assignedType(reader) ?? (typePosition === 'after-colon' ? typeAfterColon(reader) : undefined);
    if (type !== undefined) add(text, type);
    else if (typePosition !== 'after-colon') {
      const other = nameBeside(reader);
      if (other === undefined) continue;
      if (typePosition === 'before-name') add(other, text);
      else add(text, other);
    }
  }
  return new Map([...types].flatMap(([variable, type]) => (type === undefined ? [] : [[variable, type]])));
}

/** The second name of `Cart cart`, `Cart *cart`, `cart *Cart`. */
function nameBeside(reader: TokenReader): string | undefined {
  const other = reader.peek(reader.isAtOneOf(betweenMarks, 1) ? 2 : 1);
  return other.kind === 'name' ? other.text : undefined;
}

/** The type in `cart = new Cart(`, `cart = Cart(`, `cart := &Cart{`, `let cart = Cart::new(`. */
function assignedType(reader: TokenReader): string | undefined {
  const mark = reader.isAt(':', 1) && reader.isAt('=', 2) ? 2 : 1;
  if (!reader.isAt('=', mark) || reader.isAt('=', mark + 1)) return undefined;
  let distance = mark + 1;
  while (reader.isAtOneOf(beforeConstructor, distance)) distance += 1;
  return reader.isAtOneOf(behindConstructor, distance + 1) ? typeAt(reader, distance) : undefined;
}

/** The type in `cart: Cart`, `cart?: readonly Cart`, `cart: &mut store::Cart`. */
function typeAfterColon(reader: TokenReader): string | undefined {
  const colon = reader.isAt('?', 1) ? 2 : 1;
  if (!reader.isAt(':', colon)) return undefined;
  let distance = colon + 1;
  while (reader.isAtOneOf(beforeType, distance)) distance += 1;
  // The last part of a qualified name.
  while (isQualified(reader, distance)) distance += 2;
  return typeAt(reader, distance);
}

function isQualified(reader: TokenReader, distance: number): boolean {
  return reader.isAtOneOf(pathMarks, distance + 1) && reader.peek(distance + 2).kind === 'name';
}

function typeAt(reader: TokenReader, distance: number): string | undefined {
  const { kind, text } = reader.peek(distance);
  return kind === 'name' && startsLikeType(text) ? text : undefined;
}

/** Whether a name begins with a capital letter. */
export function startsLikeType(name: string): boolean {
  const [first = ''] = name;
  return first !== first.toLowerCase();
}
