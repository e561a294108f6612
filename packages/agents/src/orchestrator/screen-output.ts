import type {
  AssembledContext,
  CallOptions,
  ContextFragment,
  FragmentMetadata,
  ISecretScanner,
  ITokenCounter,
  WithheldSecret,
} from '@lexichord/abstractions';
import { screenText } from '@lexichord/secrets';
import { distinctSecrets, placeInFile, screenValues, withheldSecrets } from '@lexichord/secrets/internal';

/** A fragment without secrets. */
interface ScreenedFragment {
  /** The given one if it has no secrets. */
  readonly fragment: ContextFragment;
  readonly secrets: readonly WithheldSecret[];
}

/** Collaborators of {@link screenFragment}. */
interface ScreenFragmentContext extends CallOptions {
  readonly scanner: ISecretScanner;
  readonly tokenCounter: ITokenCounter;
}

/**
 * Replaces secrets in a strategy's fragment. Built-in strategies have screened their texts before cutting them; custom
 * ones may not have. Places are lines of the fragment.
 *
 * @throws the signal's reason
 */
export async function screenFragment(
  fragment: ContextFragment,
  { scanner, tokenCounter, signal }: ScreenFragmentContext,
): Promise<ScreenedFragment> {
  const content = await screenText(fragment.content, scanner, { signal });
  const others = await screenValues({ label: fragment.label, metadata: fragment.metadata ?? {} }, { scanner, signal });
  if (!content.isChanged && others.rules.length === 0) return { fragment, secrets: [] };
  const { label, metadata } = others.value as { readonly label: string; readonly metadata: FragmentMetadata };
  // Keeps the ratio of claimed to counted tokens.
  const inflation = Math.max(1, fragment.tokenEstimate / Math.max(1, tokenCounter.countTokens(fragment.content)));
  const tokenEstimate = Math.ceil(tokenCounter.countTokens(content.text) * inflation);
  return {
    fragment: {
      ...fragment,
      ...{ label, content: content.text, tokenEstimate },
      ...(fragment.metadata === undefined ? {} : { metadata }),
    },
    secrets: [
      ...withheldSecrets(content.findings, (finding) => placeInFile(label, finding)),
      ...others.rules.map((rule) => ({ rule, place: `${label} (metadata)` })),
    ],
  };
}

/** Secrets that the strategy itself replaced: `secrets` in the metadata. */
export function statedSecrets({ metadata }: ContextFragment): readonly WithheldSecret[] {
  const stated = metadata?.secrets;
  return Array.isArray(stated) ? (stated as readonly unknown[]).filter(isWithheldSecret) : [];
}

function isWithheldSecret(value: unknown): value is WithheldSecret {
  const { rule, place } = (value ?? {}) as Partial<Record<keyof WithheldSecret, unknown>>;
  return typeof rule === 'string' && typeof place === 'string';
}

/**
 * Replaces secrets in the parts of an assembly besides its fragments: names of the document and heading, messages,
 * warnings, and places of other secrets.
 *
 * @throws the signal's reason
 */
export async function screenAssembly(
  assembled: AssembledContext,
  options: CallOptions & { readonly scanner: ISecretScanner },
): Promise<AssembledContext> {
  const { variables, skipped, warnings, secrets } = assembled;
  const unscreened = { variables, skipped, warnings, secrets };
  const screened = await screenValues(unscreened, options);
  if (screened.rules.length === 0) return assembled;
  const shown = screened.value;
  const location = `names of ${shown.variables.DocumentPath ?? 'the assembly'}`;
  const named = screened.rules.map((rule) => ({ rule, place: location }));
  return { ...assembled, ...shown, secrets: distinctSecrets([...shown.secrets, ...named]) };
}
