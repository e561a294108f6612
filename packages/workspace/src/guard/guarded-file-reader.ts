import type { FileReadOptions, IWorkspaceFileReader } from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { readAllBytes } from '../editor/read-file-bytes.js';
import { contentIdNow } from './open-guarded-file.js';
import { useGuardedFile, withCheckedFile } from './use-guarded-file.js';
import { requireSize } from './workspace-guard.js';
import { IWorkspaceFiles } from './workspace-files.js';

/** Reads a file that the guard has checked, and again when another file or version has replaced it. */
@injectable()
export class GuardedFileReader implements IWorkspaceFileReader {
  constructor(@inject(IWorkspaceFiles) private readonly files: IWorkspaceFiles) {}

  readBytes(path: string, { maxSizeBytes, signal }: FileReadOptions): Promise<Uint8Array> {
    return withCheckedFile(this.files, { path, maxSizeBytes, signal }, (file) =>
      useGuardedFile(this.files, file, async ({ descriptor, sizeBytes, contentId }) => {
        const bytes = await readAllBytes(descriptor, sizeBytes, maxSizeBytes);
        requireSize(file.relativePath, bytes.length, maxSizeBytes);
        // The beginning of one version and the end of the next are no version at all.
        return contentIdNow(descriptor) === contentId ? bytes : undefined;
      }),
    );
  }
}
