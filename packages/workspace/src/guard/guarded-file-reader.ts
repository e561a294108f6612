import type { FileReadOptions, IWorkspaceFileReader } from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { readAllBytes } from '../editor/read-file-bytes.js';
import { contentIdNow } from './open-guarded-file.js';
import { useGuardedFile, withCheckedFile } from './use-guarded-file.js';
import { requireSize } from './workspace-guard.js';
import { IWorkspaceFiles } from './workspace-files.js';

/** Reads files that the guard has checked; repeats the read if the file was replaced or changed meanwhile. */
@injectable()
export class GuardedFileReader implements IWorkspaceFileReader {
  constructor(@inject(IWorkspaceFiles) private readonly files: IWorkspaceFiles) {}

  readBytes(path: string, { maxSizeBytes, signal }: FileReadOptions): Promise<Uint8Array> {
    return withCheckedFile(this.files, { path, maxSizeBytes, signal }, (file) =>
      useGuardedFile(this.files, file, async ({ descriptor, sizeBytes, contentId }) => {
        const bytes = await readAllBytes(descriptor, sizeBytes, maxSizeBytes);
        requireSize(file.relativePath, bytes.length, maxSizeBytes);
        // A mixture of two versions must not be returned.
        return contentIdNow(descriptor) === contentId ? bytes : undefined;
      }),
    );
  }
}
