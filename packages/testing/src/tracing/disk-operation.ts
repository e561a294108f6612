/** A place in a folder, under which a file or a folder can be found. */
export interface Name {
  /** Number of the folder. */
  readonly folder: number;
  readonly name: string;
}

/**
 * One thing that was done to a disk. Files and folders go by numbers, as inodes do, since their names change. Each carries
 * the path by which it was done, absolute, for a person and for telling flushes apart.
 */
export type DiskOperation =
  | DataOperation
  | NameOperation
  /** Waits until what was done before, to a file's data or a folder's names, is on the disk. */
  | { readonly kind: 'flush'; readonly node: number; readonly covers: number; readonly path: string };

/** Changes what a file holds. */
export type DataOperation =
  | {
      readonly kind: 'write';
      readonly node: number;
      readonly offset: number;
      readonly data: Buffer;
      readonly path: string;
    }
  | { readonly kind: 'truncate'; readonly node: number; readonly size: number; readonly path: string };

/** Changes which names there are. */
export type NameOperation =
  | {
      readonly kind: 'name';
      readonly node: number;
      readonly at: Name;
      readonly isFolder: boolean;
      readonly path: string;
    }
  | { readonly kind: 'rename'; readonly node: number; readonly from: Name; readonly at: Name; readonly path: string }
  | { readonly kind: 'remove'; readonly node: number; readonly at: Name; readonly path: string };

/** Nodes that must be flushed before an operation survives a power cut. */
export function nodesToFlush(operation: DataOperation | NameOperation): readonly number[] {
  switch (operation.kind) {
    case 'write':
    case 'truncate':
      return [operation.node];
    case 'rename':
      return [...new Set([operation.from.folder, operation.at.folder])];
    case 'name':
    case 'remove':
      return [operation.at.folder];
  }
}
