import type { FileExport, FileImport } from '@lexichord/abstractions';

/** What a file says about the modules that it uses, and about itself as one. */
export interface ModuleNames {
  readonly imports: readonly FileImport[];
  readonly exports: readonly FileExport[];
  readonly package?: string | undefined;
}

/** A name in a list: `a as b`. */
export interface RenamedName {
  readonly name: string;
  readonly alias: string;
}
