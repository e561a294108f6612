/**
 * A dependency-injection token with the type of its service.
 *
 * Tokens are symbols and never classes: a container silently constructs an unregistered class, while an unregistered
 * symbol fails with its name.
 */
export type Token<T> = symbol & { readonly __type?: T };

/** Makes the token of a contract. By convention the constant and the interface share the name. */
export function token<T>(name: string): Token<T> {
  return Symbol(name);
}
