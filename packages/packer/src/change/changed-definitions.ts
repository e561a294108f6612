import {
  type CallOptions,
  type ChangedFile,
  type FileDefinition,
  type ISymbolExtractor,
  isLexichordError,
} from '@lexichord/abstractions';

import { linesOf } from './marked-lines.js';
import { signatureText } from './signature-text.js';
import { touchedDefinitions } from './touched-definitions.js';

/** A definition that a change adds, removes or modifies. */
export interface ChangedDefinition extends Pick<FileDefinition, 'name' | 'kind' | 'startLine' | 'endLine'> {
  readonly filePath: string;
  /** Names of the enclosing definitions, outermost first. */
  readonly enclosing: readonly string[];
  /** Line numbers are those after the change; of a removed definition, those before it. */
  readonly change: 'added' | 'removed' | 'modified';
  /** Whether the signature of a modified definition changed. */
  readonly hasOtherSignature: boolean;
}

/** A definition with the names of its enclosing ones. */
interface NamedDefinition extends FileDefinition {
  readonly enclosing: readonly string[];
  /** Equal before and after a change for the same definition. */
  readonly key: string;
}

/**
 * Returns the changed definitions of a file; modified ones only if their signature or lines outside inner definitions
 * changed. By line, removed ones last. Empty for prose, and for a language without a parser.
 *
 * @throws the signal's reason
 */
export async function changedDefinitions(
  file: ChangedFile,
  extractor: ISymbolExtractor | undefined,
  { signal }: CallOptions = {},
): Promise<readonly ChangedDefinition[]> {
  if (extractor === undefined || file.hunks.length === 0) return [];
  try {
    const comparison = remembered.get(file) ?? compare(file, extractor, { signal });
    remembered.set(file, comparison);
    return await comparison;
  } catch (error) {
    remembered.delete(file);
    // The cached result may have been aborted by another caller's timeout.
    signal?.throwIfAborted();
    if (isLexichordError(error)) throw error;
    return compare(file, extractor, { signal });
  }
}

/** Cached, because the cutter and the surroundings of a change need the same files. */
const remembered = new WeakMap<ChangedFile, Promise<readonly ChangedDefinition[]>>();

async function compare(
  file: ChangedFile,
  extractor: ISymbolExtractor,
  { signal }: CallOptions,
): Promise<readonly ChangedDefinition[]> {
  const { path: filePath, language } = file;
  const read = async (content: string): Promise<readonly NamedDefinition[]> => {
    if (content === '') return [];
    const symbols = await extractor.extract({ filePath, content, language }, { signal });
    return named(symbols?.definitions ?? []);
  };
  const [before, after] = [await read(file.before), await read(file.after)];
  // If one state has no definitions or was not parsed in time, the states cannot be compared.
  const isAlone = before.length === 0 || after.length === 0;
  if (isAlone && file.before !== '' && file.after !== '') return [];
  const [former, present] = [byKey(before), byKey(after)];
  const [textBefore, textAfter] = [linesOf(file.before), linesOf(file.after)];

  const touched = touchedDefinitions(after, file);
  const found = after.flatMap((definition): readonly ChangedDefinition[] => {
    const old = former.get(definition.key);
    if (old === undefined) return [described(filePath, definition, 'added')];
    const hasOtherSignature = signatureText(textBefore, old) !== signatureText(textAfter, definition);
    if (!hasOtherSignature && !touched.has(definition)) return [];
    return [{ ...described(filePath, definition, 'modified'), hasOtherSignature }];
  });
  const removed = before.filter(({ key }) => !present.has(key));
  return [...found, ...removed.map((definition) => described(filePath, definition, 'removed'))];
}

function described(
  filePath: string,
  { name, kind, startLine, endLine, enclosing }: NamedDefinition,
  change: ChangedDefinition['change'],
): ChangedDefinition {
  return { filePath, name, kind, startLine, endLine, enclosing, change, hasOtherSignature: false };
}

function named(definitions: readonly FileDefinition[]): readonly NamedDefinition[] {
  const paths: (readonly string[])[] = [];
  const counts = new Map<string, number>();
  return definitions.map((definition) => {
    const { parent, name } = definition;
    const enclosing = parent === undefined ? [] : (paths[parent] ?? []);
    const path = [...enclosing, name];
    paths.push(path);
    const joined = JSON.stringify(path);
    const count = (counts.get(joined) ?? 0) + 1;
    counts.set(joined, count);
    return { ...definition, enclosing, key: `${joined}~${count}` };
  });
}

function byKey(definitions: readonly NamedDefinition[]): ReadonlyMap<string, NamedDefinition> {
  return new Map(definitions.map((definition) => [definition.key, definition]));
}
