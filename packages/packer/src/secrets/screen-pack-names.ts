import type {
  CallOptions,
  ChunkSymbol,
  ExcludedChunk,
  ISecretScanner,
  RankedChunk,
  RejectedSource,
  WithheldSecret,
} from '@lexichord/abstractions';
import { distinctSecrets, screenNames, screenTexts, type ShownNames } from '@lexichord/secrets/internal';

import type { WithheldChunk } from '../chunk/source-chunker.js';

/** The parts of a pack that contain names. */
export interface NamedParts {
  readonly allowed: readonly RankedChunk[];
  readonly withheld: readonly ExcludedChunk[];
  readonly rejected: readonly RejectedSource[];
  readonly warnings: readonly string[];
}

/** The parts with secrets in names replaced, and a warning for each such place. */
export interface ScreenedParts extends NamedParts {
  /** Shown paths: a file is opened under its original one. */
  readonly paths: ShownNames;
}

/** Maximum number of names with secrets that are reported separately. */
const maxNamedPlaces = 10;

/**
 * Replaces secrets in paths, ids, symbols, enclosing names, definitions and keywords of chunks, and in messages about
 * sources. Runs after the ranking, which depends on the original names, and before formatting, so that the text is
 * counted as shown.
 *
 * @throws the signal's reason
 */
export async function screenPackNames(
  parts: NamedParts,
  { scanner, signal }: CallOptions & { readonly scanner: ISecretScanner },
): Promise<ScreenedParts> {
  const { allowed, withheld, rejected } = parts;
  const chunks = [...allowed, ...withheld];
  const filePaths = [...chunks, ...rejected].map(({ filePath }) => filePath);
  const paths = await screenNames(filePaths, scanner, { signal });
  const names = await screenNames(chunks.flatMap(namesIn), scanner, { signal });
  const sentences = [...parts.warnings, ...rejected.map(({ message }) => message)];
  const texts = (await screenTexts(sentences, scanner, { signal })).map(({ text }) => text);
  const warnings = texts.slice(0, parts.warnings.length);
  const messages = texts.slice(parts.warnings.length);
  const secrets = distinctSecrets(chunks.flatMap((chunk) => secretsIn(chunk, paths, names)));
  return {
    paths,
    allowed: allowed.map((chunk) => shownChunk(chunk, paths, names)),
    withheld: withheld.map((chunk) => ({
      ...shownChunk(chunk, paths, names),
      secrets: chunk.secrets?.map(({ rule, place }) => ({ rule, place: paths.startOf(place, chunk.filePath) })),
    })),
    rejected: rejected.map((source, index) => ({
      ...source,
      filePath: paths.of(source.filePath),
      message: messages[index] ?? '',
    })),
    warnings: [...warnings, ...secretWarnings(secrets)],
  };
}

/** All names of a chunk except its path. */
function namesIn({ symbol, enclosing, definitions, matchedKeywords, relation }: RankedChunk): readonly string[] {
  const own = symbol === undefined ? [] : [symbol];
  const notes = relation === undefined ? [] : [relation.note];
  return [...own, ...enclosing, ...definitions.map(({ name }) => name), ...matchedKeywords, ...notes];
}

/** Replaces secrets in a chunk's names; returns the same object if the pack has none. */
function shownChunk<C extends RankedChunk>(chunk: C, paths: ShownNames, names: ShownNames): C {
  if (!paths.isChanged && !names.isChanged) return chunk;
  const { id, filePath, symbol, enclosing, definitions, matchedKeywords, relation } = chunk;
  return {
    ...chunk,
    id: paths.startOf(id, filePath),
    filePath: paths.of(filePath),
    symbol: symbol === undefined ? undefined : names.of(symbol),
    enclosing: enclosing.map((name) => names.of(name)),
    definitions: definitions.map((one): ChunkSymbol => ({ ...one, name: names.of(one.name) })),
    matchedKeywords: matchedKeywords.map((word) => names.of(word)),
    ...(relation === undefined ? {} : { relation: { ...relation, note: names.of(relation.note) } }),
  };
}

function secretsIn(chunk: RankedChunk, paths: ShownNames, names: ShownNames): readonly WithheldSecret[] {
  if (!paths.isChanged && !names.isChanged) return [];
  const path = paths.of(chunk.filePath);
  return [
    ...paths.secretsIn(chunk.filePath, path),
    ...namesIn(chunk).flatMap((name) => names.secretsIn(name, `${path}:${chunk.startLine}-${chunk.endLine}`)),
  ];
}

function secretWarnings(secrets: readonly WithheldSecret[]): readonly string[] {
  const named = secrets
    .slice(0, maxNamedPlaces)
    .map(({ rule, place }) => `A name in ${place} contains a possible secret (${rule}), which is not shown.`);
  const more = secrets.length - named.length;
  return more === 0 ? named : [...named, `Possible secrets in ${more} more names are not shown.`];
}

/** Separates chunks that may be packed from withheld ones. Both best first. */
export function separateWithheld(
  ranked: readonly RankedChunk[],
  withheldChunks: readonly WithheldChunk[],
): { readonly allowed: readonly RankedChunk[]; readonly withheld: readonly ExcludedChunk[] } {
  const reports = new Map(
    withheldChunks.map(({ chunk, reason = 'secret', detail, secrets }) => [chunk.id, { reason, detail, secrets }]),
  );
  return {
    allowed: ranked.filter(({ id }) => !reports.has(id)),
    withheld: ranked.flatMap((chunk): ExcludedChunk[] => {
      const report = reports.get(chunk.id);
      return report === undefined ? [] : [{ ...chunk, ...report }];
    }),
  };
}
