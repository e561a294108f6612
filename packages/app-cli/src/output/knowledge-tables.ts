import type { FactSource, KnowledgeEntity, ScoredEntity } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import { formatCount } from './numbers.js';
import type { TextLayout } from './text-layout.js';

/** Minimum width of a summary, in columns. */
const minSummaryLength = 16;

/** Properties that describe an entity, preferred first. */
const descriptiveProperties = ['summary', 'definition', 'text', 'description', 'title'] as const;

/** Entities, best first: each with its full name, and below it a summary and its first source. */
export function scoredEntityList(entities: readonly ScoredEntity[], { colors, columns }: TextLayout): string {
  const typeWidth = Math.max(...entities.map(({ entity }) => toTerminalLine(entity.type).length));
  const indent = ' '.repeat('0.00'.length + typeWidth + 4);
  return entities
    .map(({ entity, score }) => {
      const type = toTerminalLine(entity.type).padEnd(typeWidth);
      const location = locationText(entity.sources);
      const summary = summaryOf(entity, columns - indent.length - location.length - 3);
      const below = summary === '' ? location : `${summary} · ${location}`;
      return `${colors.dim(score.toFixed(2))}  ${colors.cyan(type)}  ${toTerminalLine(entity.name)}\n${indent}${colors.dim(below)}`;
    })
    .join('\n');
}

/** The beginning of an entity's description; '' when there is too little room. */
function summaryOf({ properties }: KnowledgeEntity, room: number): string {
  const values = descriptiveProperties.map((name) => (Object.hasOwn(properties, name) ? properties[name] : undefined));
  const description = values.find((value) => typeof value === 'string' && value.trim() !== '');
  if (typeof description !== 'string' || room < minSummaryLength) return '';
  const line = toTerminalLine(description.slice(0, 2 * room)).trim();
  return line.length > room ? `${line.slice(0, room - 1).trimEnd()}…` : line;
}

/** First source and number of further ones: `api.yaml:12 +2`. */
export function locationText(sources: readonly FactSource[]): string {
  const [first] = sources;
  if (first === undefined) return '';
  const more = sources.length - 1;
  return `${sourceText(first)}${more === 0 ? '' : ` +${formatCount(more)}`}`;
}

/** `api.yaml:12-20`. */
export function sourceText({ documentPath, startLine, endLine }: FactSource): string {
  const path = toTerminalLine(documentPath);
  const shown = path.length > 60 ? `…${path.slice(-59)}` : path;
  return endLine > startLine ? `${shown}:${startLine}-${endLine}` : `${shown}:${startLine}`;
}

/** `Endpoint GET /pets`. */
export function entityText({ type, name }: Pick<KnowledgeEntity, 'type' | 'name'>): string {
  return `${toTerminalLine(type)} ${toTerminalLine(name)}`;
}
