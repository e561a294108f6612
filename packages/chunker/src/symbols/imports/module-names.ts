import type { FileExport, FileImport } from '@lexichord/abstractions';

/** A file's own module name, and the modules that it uses. */
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
