import {
  type CallOptions,
  IClock,
  IContextPacker,
  IEditorService,
  IGitHistory,
  IIdSource,
  type ILicenseService,
  ILogger,
  IMetrics,
  ISecretScanner,
  IStateFolder,
  ISymbolGraph,
  ITokenCounter,
  IWorkspaceGuard,
  IWorkspaceListing,
  type PackTemplate,
  type RecentChanges,
} from '@lexichord/abstractions';
import { type ChunkingOptionsInput, registerChunkerModule } from '@lexichord/chunker';
import { RandomIdSource, resolveToken } from '@lexichord/platform';
import { ManualClock, PatternSecretScanner, RecordingLogger, RecordingMetrics } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import { type DependencyContainer, container as root } from 'tsyringe';

import { IFormatter, type Layout } from '../format/formatter.js';
import { registerPackerModule } from '../packer-module.js';
import type { PackingOptionsInput } from '../packing-options.js';
import { MemoryFiles } from './memory-files.js';
import { testLimits } from './packing-options.js';

/** Settings of a test's packer. */
export interface PackerSetup {
  /** How files are cut. */
  readonly chunking?: ChunkingOptionsInput | undefined;
  /** How chunks are ranked, selected and formatted. */
  readonly packing?: Partial<PackingOptionsInput> | undefined;
  /** Uses between symbols. Absent: there is no index. */
  readonly graph?: ISymbolGraph | undefined;
}

/** A whole packer over files in memory. */
export class TestPacker {
  readonly files: MemoryFiles;
  readonly log = new RecordingLogger();
  readonly metrics = new RecordingMetrics();
  readonly clock = new ManualClock();
  readonly counter = new BpeTokenCounter({ encoding: 'o200k_base' });
  readonly container: DependencyContainer;
  readonly packer: IContextPacker;
  /** Changes that git reports. */
  changes: RecentChanges | undefined;
  /** How it says so. */
  askGit: (options?: CallOptions) => Promise<RecentChanges | undefined> = () => Promise.resolve(this.changes);

  constructor(files: Readonly<Record<string, string>>, { chunking, packing, graph }: PackerSetup = {}) {
    this.files = new MemoryFiles(files);
    this.container = root.createChildContainer();
    const license: ILicenseService = {
      info: { tier: 'Core', grantedTier: 'Core', status: 'valid', message: '' },
      tier: 'Core',
      allows: () => false,
      require: () => undefined,
    };
    registerChunkerModule(this.container, { options: chunking });
    registerPackerModule(this.container, { license, options: { ...testLimits, ...packing } });
    const services = [
      [IEditorService, this.files],
      [IWorkspaceGuard, this.files],
      [IWorkspaceListing, this.files],
      [IGitHistory, { recentChanges: (options?: CallOptions) => this.askGit(options) }],
      [ISecretScanner, new PatternSecretScanner()],
      [ITokenCounter, this.counter],
      [IClock, this.clock],
      [IIdSource, new RandomIdSource()],
      [IMetrics, this.metrics],
      [ILogger, this.log],
      [IStateFolder, { path: '/nowhere', prepare: () => Promise.resolve() }],
    ] as const;
    for (const [token, useValue] of services) this.container.register<unknown>(token, { useValue });
    if (graph !== undefined) this.container.register(ISymbolGraph, { useValue: graph });
    this.packer = resolveToken(this.container, IContextPacker);
  }

  /** The layout that its packs have. */
  async layoutOf(template: PackTemplate): Promise<Layout> {
    // The first call registers the stages.
    await this.packer.getStats();
    return resolveToken(this.container, IFormatter).layout(template, '');
  }

  async dispose(): Promise<void> {
    await (resolveToken(this.container, IContextPacker) as { dispose?: () => Promise<void> }).dispose?.();
    await this.container.dispose();
  }
}
