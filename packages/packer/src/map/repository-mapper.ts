import 'reflect-metadata';
import { basename } from 'node:path';
import {
  type CallOptions,
  IEditorService,
  type IRepositoryMapper,
  ISecretScanner,
  ISymbolGraph,
  ITokenCounter,
  IWorkspaceGuard,
  IWorkspaceListing,
  type RankedDefinition,
  type RepositoryMap,
  type RepositoryMapOptions,
  availableTokens,
  isLexichordError,
  packingBudgetOf,
} from '@lexichord/abstractions';
import { screenValues } from '@lexichord/secrets/internal';
import { type DependencyContainer, inject, injectable } from 'tsyringe';

import { toSignature } from '../detail/signature.js';
import { type RepositoryDescription, describeRepository } from './describe-repository.js';
import { FileCensus } from './file-census.js';
import { fitMap } from './fit-map.js';
import { readSignatures } from './read-signatures.js';
import { readmeSummary, shortDescription } from './readme-summary.js';

const defaultBudgetTokens = 1_000;

/** Maximum length of a signature, in UTF-16 units; longer ones are cut. */
const maxSignatureLength = 120;

/** Maximum length of a description, in UTF-16 units; longer ones are cut. */
const maxDescriptionLength = 300;

/** Minimum tokens of a definition's line: definitions that cannot fit into the budget are not read. */
const minLineTokens = 6;

/** Maximum number of definitions in a map. */
const maxDefinitions = 5_000;

/** Number of ranked definitions per line of the map, because values, local functions and namespaces are excluded. */
const rankedPerLine = 4;

/**
 * Creates a map of the workspace: count files ► describe ► rank definitions ► read their lines ► replace secrets ► fit.
 */
@injectable()
export class RepositoryMapper implements IRepositoryMapper {
  private readonly census: FileCensus;

  constructor(
    @inject(IWorkspaceGuard) private readonly guard: IWorkspaceGuard,
    @inject(IWorkspaceListing) listing: IWorkspaceListing,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(ITokenCounter) private readonly counter: ITokenCounter,
    @inject(ISecretScanner) private readonly scanner: ISecretScanner,
    @inject(ISymbolGraph, { isOptional: true }) private readonly graph?: ISymbolGraph,
  ) {
    this.census = new FileCensus(listing);
  }

  async map({ budgetTokens = defaultBudgetTokens, signal }: RepositoryMapOptions = {}): Promise<RepositoryMap> {
    const available = availableTokens(packingBudgetOf(budgetTokens), this.counter);
    signal?.throwIfAborted();
    const { editor, scanner, counter } = this;

    const files = await this.census.count({ signal });
    const warnings = [...files.warnings];
    const onWarning = (warning: string): void => void warnings.push(warning);
    const described = await describeRepository(files, { editor, folderName: basename(this.guard.root), signal });
    const limit = Math.min(maxDefinitions, Math.ceil(available / minLineTokens));
    const ranked = await this.rank(limit, onWarning, { signal });
    const { signed, changedFiles } = await readSignatures(ranked, { editor, signal });
    if (changedFiles > 0) onWarning(changedWarning(changedFiles));
    const { value: screened } = await screenValues({ about: described, signed, warnings }, { scanner, signal });
    const about = { ...screened.about, description: descriptionOf(screened.about) };
    const all = screened.signed.map((one) => ({ ...one, signature: toSignature(one.signature, maxSignatureLength) }));
    const fitted = fitMap({ about, definitions: all }, available, (shown) => counter.countTokens(shown));

    const { text, totalTokens, definitions } = fitted;
    const { name, description, languages, entryPoints } = about;
    const omittedDefinitions = signed.length - definitions.length;
    return {
      ...{ text, totalTokens, name, description, languages, entryPoints, definitions, omittedDefinitions },
      warnings: screened.warnings,
    };
  }

  private async rank(
    limit: number,
    onWarning: (warning: string) => void,
    { signal }: CallOptions,
  ): Promise<readonly RankedDefinition[]> {
    if (this.graph === undefined || limit === 0) return [];
    try {
      const ranked = await this.graph.ranks({ limit: limit * rankedPerLine, onlyMainCode: true, signal });
      return ranked.filter(({ definition }) => isDistinctive(definition)).slice(0, limit);
    } catch (error) {
      signal?.throwIfAborted();
      if (!isLexichordError(error)) throw error;
      onWarning(`The map has no definitions: ${error.message}`);
      return [];
    }
  }
}

function changedWarning(files: number): string {
  if (files === 1) return '1 file differs from the index, and its definitions are left out.';
  return `${files} files differ from the index, and their definitions are left out.`;
}

/** Description of the repository, from texts that were screened as a whole. */
function descriptionOf({ description, readme }: RepositoryDescription): string | undefined {
  const summary = description ?? (readme === undefined ? undefined : readmeSummary(readme));
  return summary === undefined ? undefined : shortDescription(summary, maxDescriptionLength);
}

/** Kinds of definitions that are informative at any level of nesting. */
const distinctiveKinds: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type', 'method']);

/** Whether a definition is not a value, a local function or a namespace, which repeats the names of folders. */
function isDistinctive({ kind, enclosing }: RankedDefinition['definition']): boolean {
  return distinctiveKinds.has(kind) || (kind === 'function' && enclosing.length === 0);
}

export function createRepositoryMapper(container: DependencyContainer): IRepositoryMapper {
  return container.resolve(RepositoryMapper);
}
