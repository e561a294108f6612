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

/** A definition that a change adds, removes or alters. */
export interface ChangedDefinition extends Pick<FileDefinition, 'name' | 'kind' | 'startLine' | 'endLine'> {
  readonly filePath: string;
  /** Names of the definitions around it, outermost first. */
  readonly enclosing: readonly string[];
  /** Lines are those after the change, of a removed definition those before it. */
  readonly change: 'added' | 'removed' | 'modified';
  /** Of a modified definition: whether those who use it see a difference. */
  readonly hasOtherSignature: boolean;
}

/** A definition with the names around it. */
interface NamedDefinition extends FileDefinition {
  readonly enclosing: readonly string[];
  /** The same before and after for the same definition. */
  readonly key: string;
}

/**
 * The definitions of a file that differ, the modified ones only if lines of their own do, not of one in them. By line, the
 * removed ones last. None for prose, and for a language without a parser.
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
    // Another caller's time may be over.
    signal?.throwIfAborted();
    if (isLexichordError(error)) throw error;
    return compare(file, extractor, { signal });
  }
}

/** The change and what it concerns ask for the same files. */
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
  // Without one of the states nothing can be compared: it has no definitions, or could not be parsed in time.
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
