import { CompressionLevel, type CompressionLevelName } from '@lexichord/abstractions';

/** What an agent wrote to ask for a segment. */
export interface ExplicitMarker {
  readonly segmentId: string;
  readonly level: CompressionLevel;
}

/** So many are read. */
const maxMarkers = 100;

const marker = /\[\[expand:(?<segmentId>[0-9a-f]{8}-[1-9][0-9]{0,8}):(?<level>full|detailed|brief|tags)\]\]/giu;

/** Markers of the form `[[expand:<segment id>:<level name>]]`, in the order of the text. */
export function explicitMarkers(text: string): readonly ExplicitMarker[] {
  const found: ExplicitMarker[] = [];
  for (const { groups } of text.matchAll(marker)) {
    const level = groups?.['level']?.toLowerCase() as CompressionLevelName;
    found.push({ segmentId: groups?.['segmentId']?.toLowerCase() ?? '', level: CompressionLevel[level] });
    if (found.length === maxMarkers) break;
  }
  return found;
}
