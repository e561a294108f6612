import { summaryOf } from '../protocol/assembly-summary.js';
import type { AssemblyRecord, AssemblySummary } from '../protocol/preview-message.js';

/** Maximum number of characters of all kept assemblies together. */
const maxCharacters = 20_000_000;

/** Owner of an assembly: a viewer, or the agents, whose assemblies all viewers see. */
export type AssemblyOwner = { readonly viewerId: string } | 'agents';

interface KeptAssembly {
  readonly owner: AssemblyOwner;
  readonly record: AssemblyRecord;
  readonly characters: number;
}

/**
 * The last assemblies, for the timeline. Each owner's are counted apart, so that one viewer's typing takes nothing from
 * another; of several consecutive live ones, the last is kept.
 */
export class AssemblyHistory {
  /** Oldest first. */
  private kept: readonly KeptAssembly[] = [];

  /** @param size how many of each owner are kept, and how many a viewer is shown */
  constructor(private readonly size: number) {}

  add(owner: AssemblyOwner, record: AssemblyRecord): void {
    const own = this.kept.filter((entry) => isSameOwner(entry.owner, owner));
    const last = own.at(-1);
    const replaced = last?.record.isLive === true && record.isLive ? last : undefined;
    const surplus = replaced === undefined && own.length >= this.size ? own[0] : undefined;
    const others = this.kept.filter((entry) => entry !== replaced && entry !== surplus);
    this.kept = withinLimit([...others, { owner, record, characters: charactersOf(record) }]);
  }

  /** A viewer's own and the agents', oldest first. */
  summariesFor(viewerId: string): readonly AssemblySummary[] {
    return this.visibleTo(viewerId)
      .slice(-this.size)
      .map(({ record }) => summaryOf(record));
  }

  find(viewerId: string, correlationId: string): AssemblyRecord | undefined {
    return this.visibleTo(viewerId).find(({ record }) => record.correlationId === correlationId)?.record;
  }

  lastOfAgents(): AssemblyRecord | undefined {
    return this.kept.findLast(({ owner }) => owner === 'agents')?.record;
  }

  forget(viewerId: string): void {
    this.kept = this.kept.filter(({ owner }) => !isSameOwner(owner, { viewerId }));
  }

  private visibleTo(viewerId: string): readonly KeptAssembly[] {
    return this.kept.filter(({ owner }) => owner === 'agents' || owner.viewerId === viewerId);
  }
}

function isSameOwner(left: AssemblyOwner, right: AssemblyOwner): boolean {
  if (left === 'agents' || right === 'agents') return left === right;
  return left.viewerId === right.viewerId;
}

/** The newest assemblies that fit; the latest is kept at any size. */
function withinLimit(kept: readonly KeptAssembly[]): readonly KeptAssembly[] {
  let left = maxCharacters;
  const first = kept.findLastIndex(({ characters }, index) => {
    left -= characters;
    return left < 0 && index < kept.length - 1;
  });
  return kept.slice(first + 1);
}

function charactersOf({ result, request }: AssemblyRecord): number {
  const texts = result.fragments.reduce((sum, { content }) => sum + content.length, 0);
  return texts + (request.selectedText?.length ?? 0) + (request.hints?.query?.length ?? 0);
}
