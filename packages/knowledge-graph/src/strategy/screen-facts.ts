import type { CallOptions, ISecretScanner, KnowledgeToFormat, WithheldSecret } from '@lexichord/abstractions';
import { screenValues } from '@lexichord/secrets/internal';

/** Facts without secrets. */
export interface ScreenedFacts extends KnowledgeToFormat {
  /** By id of the fact with the secret. */
  readonly secrets: ReadonlyMap<string, readonly WithheldSecret[]>;
}

/**
 * Replaces secrets in facts before they are written, and so before their values are cut. A fact without secrets stays
 * the same object: its text is cached by identity.
 *
 * @throws the signal's reason
 */
export async function screenFacts(
  facts: KnowledgeToFormat,
  options: CallOptions & { readonly scanner: ISecretScanner },
): Promise<ScreenedFacts> {
  const all = [facts.entities, facts.relationships, facts.axioms];
  if ((await screenValues(all, options)).rules.length === 0) return { ...facts, secrets: new Map() };
  const secrets = new Map<string, readonly WithheldSecret[]>();
  const screen = async <Fact extends { readonly id: string }>(
    list: readonly Fact[],
    nameOf: (fact: Fact) => string,
  ): Promise<readonly Fact[]> => {
    const screened: Fact[] = [];
    for (const fact of list) {
      const { value, rules } = await screenValues(fact, options);
      const clean = rules.length === 0 ? fact : { ...value, id: fact.id };
      if (rules.length > 0)
        secrets.set(
          fact.id,
          rules.map((rule) => ({ rule, place: nameOf(clean) })),
        );
      screened.push(clean);
    }
    return screened;
  };
  return {
    entities: await screen(facts.entities, ({ type, name }) => `${type} ${name}`),
    relationships: await screen(facts.relationships, ({ type }) => `relationship ${type}`),
    axioms: await screen(facts.axioms, ({ name }) => `rule ${name}`),
    secrets,
  };
}
