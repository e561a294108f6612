import {
  CompressionLevel,
  type CompressionLevelName,
  ErrorCode,
  type ExpansionMarker,
  LexichordError,
  compressionLevelNames,
} from '@lexichord/abstractions';

/** Maximum length of an invalid value in an error message, in UTF-16 units. */
const shownUnits = 80;

const markerId = /^(?<segmentId>[0-9a-f]{8}-[1-9][0-9]{0,8}):(?<level>detailed|brief|tags):[0-9]{1,9}$/u;

/** An expansion from one level to a more detailed one. */
export interface ExpansionStep {
  readonly from: CompressionLevel;
  readonly to: CompressionLevel;
}

/** @throws {LexichordError} `invalid-argument` for an unknown level, or a target without more detail */
export function expansionStep(from: number, to: number): ExpansionStep {
  const step = { from: levelOf(from), to: levelOf(to) };
  if (step.to >= step.from) {
    const [fromLevel, toLevel] = [compressionLevelNames[step.from], compressionLevelNames[step.to]];
    throw new LexichordError(
      ErrorCode.invalidArgument,
      `${nameOf(step.to)} does not have more detail than ${nameOf(step.from)}: expand from a level with less detail to one with more, in the order tags, brief, detailed, full.`,
      { details: { fromLevel, toLevel } },
    );
  }
  return step;
}

/** Number of levels that the step covers. */
export function stepSize({ from, to }: ExpansionStep): number {
  return from - to;
}

/**
 * The step from a marker's own level, which its id names, to its target. @throws {LexichordError} `invalid-argument`
 */
export function markerStep({ id, segmentId, targetLevel }: ExpansionMarker): ExpansionStep {
  const { segmentId: named, level } = markerId.exec(id)?.groups ?? {};
  if (named === undefined || level === undefined || named !== segmentId) {
    throw new LexichordError(
      ErrorCode.invalidArgument,
      `The marker ${shown(id)} does not belong to segment ${shown(segmentId)}: a marker's id is <segment id>:<level>:<number>. Pass markers unchanged.`,
      { details: { markerId: id.slice(0, shownUnits), segmentId: segmentId.slice(0, shownUnits) } },
    );
  }
  return expansionStep(CompressionLevel[level as CompressionLevelName], targetLevel);
}

function levelOf(value: number): CompressionLevel {
  const level = Object.values(CompressionLevel).find((candidate) => candidate === value);
  if (level !== undefined) return level;
  const named = Object.entries(CompressionLevel).map(([name, number]) => `${number} (${name})`);
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `${shown(String(value))} is not a compression level. Available levels: ${named.join(', ')}.`,
    { details: { level: String(value).slice(0, shownUnits) } },
  );
}

function nameOf(level: CompressionLevel): string {
  return compressionLevelNames[level];
}

function shown(value: string): string {
  return JSON.stringify(value.slice(0, shownUnits));
}
