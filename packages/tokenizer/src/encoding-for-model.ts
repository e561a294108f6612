import { ErrorCode, LexichordError, type TokenEncoding } from '@lexichord/abstractions';

/** Encoding for counting a model's tokens. */
export interface ModelEncoding {
  readonly encoding: TokenEncoding;
  /** Whether `encoding` is the model's own tokenizer. A substitute needs a safety factor. */
  readonly exact: boolean;
}

/**
 * Model families by the beginning of their name. A family covers its own name, and names that continue with `-`, `.`,
 * `:` or `@`.
 */
const families: readonly (readonly [family: string, encoding: TokenEncoding])[] = [
  ['gpt-5', 'o200k_base'],
  ['gpt-4.5', 'o200k_base'],
  ['gpt-4.1', 'o200k_base'],
  ['gpt-4o', 'o200k_base'],
  ['chatgpt-4o', 'o200k_base'],
  ['gpt-oss', 'o200k_base'],
  ['o1', 'o200k_base'],
  ['o3', 'o200k_base'],
  ['o4', 'o200k_base'],
  ['gpt-4', 'cl100k_base'],
  ['gpt-3.5', 'cl100k_base'],
  ['gpt-35', 'cl100k_base'],
  ['text-embedding-3', 'cl100k_base'],
  ['text-embedding-ada-002', 'cl100k_base'],
  ['davinci-002', 'cl100k_base'],
  ['babbage-002', 'cl100k_base'],
  ['text-davinci-003', 'p50k_base'],
  ['text-davinci-002', 'p50k_base'],
  // p50k_edit has the ranks of p50k_base and differs only in special tokens, which are ordinary text here.
  ['text-davinci-edit-001', 'p50k_base'],
  ['code-davinci-edit-001', 'p50k_base'],
  ['code-davinci', 'p50k_base'],
  ['code-cushman', 'p50k_base'],
  ['davinci-codex', 'p50k_base'],
  ['cushman-codex', 'p50k_base'],
  ['text-davinci-001', 'r50k_base'],
  ['text-curie-001', 'r50k_base'],
  ['text-babbage-001', 'r50k_base'],
  ['text-ada-001', 'r50k_base'],
  ['text-similarity', 'r50k_base'],
  ['text-search', 'r50k_base'],
  ['code-search', 'r50k_base'],
  ['davinci', 'r50k_base'],
  ['curie', 'r50k_base'],
  ['babbage', 'r50k_base'],
  ['ada', 'r50k_base'],
  ['gpt2', 'gpt2'],
  ['gpt-2', 'gpt2'],
];

/** Families whose name is the beginning of newer models' names, possibly with other encodings. */
const namesakes: ReadonlySet<string> = new Set(['gpt-2', 'davinci', 'curie', 'babbage', 'ada']);

/**
 * Finds the encoding of a model by its name in the provider's API: in any case, with or without the prefix `openai/`,
 * `azure/`, or `ft:` for a fine-tuned model (T-016 FR-016-74, AC-046).
 * @throws {LexichordError} `invalid-argument` for a model whose tokenizer is not published or not listed here
 */
export function encodingForModel(model: string): ModelEncoding {
  const name = model
    .trim()
    .toLowerCase()
    .replace(/^(openai\/|azure\/|ft:)+/, '');
  const found = families.find(([family]) => belongsTo(name, family));
  if (found) return { encoding: found[1], exact: true };
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `No exact tokenizer is known for the model "${model}". Configure an encoding to count with (o200k_base or ` +
      'cl100k_base) and a safety factor of 1 or more; the counts are then estimates and say so.',
    { details: { model } },
  );
}

function belongsTo(name: string, family: string): boolean {
  // Only the model itself and its fine-tuned versions.
  if (namesakes.has(family)) return name === family || name.startsWith(`${family}:`);
  // `gpt-4.` is not `gpt-4`: a version with a dot is another family, possibly with another encoding.
  if (family === 'gpt-4') return name === family || /^gpt-4[-:@]/.test(name);
  return name.startsWith(family) && /^($|[-.:@])/.test(name.slice(family.length));
}
