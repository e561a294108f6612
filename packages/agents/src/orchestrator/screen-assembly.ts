import type { AssembledContext, CallOptions, ISecretScanner } from '@lexichord/abstractions';
import { distinctSecrets, screenValues } from '@lexichord/platform/internal';

/**
 * An assembly without secrets in what is said beside its fragments, which were screened one by one: in the names of the
 * document and its heading, in messages, warnings, and the places of other secrets.
 *
 * @throws the signal's reason
 */
export async function screenAssembly(
  assembled: AssembledContext,
  options: CallOptions & { readonly scanner: ISecretScanner },
): Promise<AssembledContext> {
  const { variables, skipped, warnings, secrets } = assembled;
  const said = { variables, skipped, warnings, secrets };
  const screened = await screenValues(said, options);
  if (screened.rules.length === 0) return assembled;
  const shown = screened.value;
  const place = `names of ${shown.variables.DocumentPath ?? 'the assembly'}`;
  const named = screened.rules.map((rule) => ({ rule, place }));
  return { ...assembled, ...shown, secrets: distinctSecrets([...shown.secrets, ...named]) };
}
