import type { RememberedDocument } from './document/document-controller.js';
import { isRecord } from './is-record.js';
import type { PreviewMemory } from './preview-actions.js';
import type { DocumentPlace } from './preview-state.js';
import type { Folding } from './sources/folding.js';

/** State that is restored at the next visit. */
export interface RememberedPanel {
  readonly document?: RememberedDocument | undefined;
  readonly agentId?: string | undefined;
  readonly query: string;
  readonly conversationId?: string | undefined;
  readonly budget?: number | undefined;
  /** Absent: as the host begins. */
  readonly folding?: Folding | undefined;
}

const key = 'panel';
const version = 1;

/**
 * Reads the stored text. Any program may have written it: malformed text, or text of another version, counts as none.
 */
export function recall(memory: PreviewMemory): RememberedPanel {
  const read = parse(memory.read(key));
  const { documentPath, place, agentId, query, conversationId, budget, folding } =
    read.version === version ? read : ({} as Readonly<Record<string, unknown>>);
  const document = isFilled(documentPath) ? { document: { path: documentPath, ...placeOf(place) } } : {};
  return {
    ...document,
    ...(isFilled(agentId) ? { agentId } : {}),
    query: typeof query === 'string' ? query : '',
    ...(isFilled(conversationId) ? { conversationId } : {}),
    ...(isCount(budget) && budget > 0 ? { budget } : {}),
    ...foldingOf(folding),
  };
}

/** Text that {@link recall} reads. */
export function toMemory({ document, folding, ...question }: RememberedPanel): string {
  return JSON.stringify({
    version,
    ...question,
    ...(document === undefined ? {} : { documentPath: document.path, place: document.place }),
    ...(folding === undefined
      ? {}
      : { folding: { isExpanded: folding.isExpanded, except: [...folding.except].sort() } }),
  });
}

/** Writes changed values only. */
export class PanelMemory {
  private written: string | undefined;

  constructor(private readonly memory: PreviewMemory | undefined) {}

  recall(): RememberedPanel | undefined {
    return this.memory === undefined ? undefined : recall(this.memory);
  }

  write(panel: RememberedPanel): void {
    if (this.memory === undefined) return;
    const text = toMemory(panel);
    if (text === this.written) return;
    this.written = text;
    this.memory.write(key, text);
  }
}

function parse(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined) return {};
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    // Not written by the panel: nothing is remembered.
    return {};
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function placeOf(value: unknown): { readonly place?: DocumentPlace } {
  const { anchor, head } = fieldsOf(value);
  return isCount(anchor) && isCount(head) ? { place: { anchor, head } } : {};
}

function foldingOf(value: unknown): Pick<RememberedPanel, 'folding'> {
  const { isExpanded, except } = fieldsOf(value);
  if (typeof isExpanded !== 'boolean' || !Array.isArray(except) || !except.every(isFilled)) return {};
  return { folding: { isExpanded, except: new Set(except) } };
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
