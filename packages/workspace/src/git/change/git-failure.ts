import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { type NoHistoryReason, elsewhereRemedy } from '../find-repository.js';

/** The error for a failed comparison, with a remedy. */
export function gitFailure(reason: NoHistoryReason): LexichordError {
  const [code, message] = failures[reason];
  return new LexichordError(code, message, { details: { reason } });
}

const noRepository = [
  ErrorCode.notFound,
  'The workspace is not in a git repository. Run the command in a clone.',
] as const;

const failures: Readonly<Record<NoHistoryReason, readonly [ErrorCode, string]>> = {
  'no-workspace': [ErrorCode.notFound, 'The folder of the workspace cannot be opened. Check its path.'],
  'no-git': [ErrorCode.notFound, 'The program "git" was not found. Install it.'],
  'no-repository': noRepository,
  'no-work-tree': [
    ErrorCode.notFound,
    'The workspace is a bare repository or a .git folder, without a work tree. Run the command in a work tree.',
  ],
  'not-in-repository': noRepository,
  'foreign-owner': [
    ErrorCode.ioFailed,
    'Another user owns the repository. Trust it with "git config --global --add safe.directory".',
  ],
  'leads-elsewhere': [
    ErrorCode.notFound,
    `".git" leads to the contents of another repository, which are not shown. ${elsewhereRemedy}`,
  ],
  timeout: [
    ErrorCode.ioFailed,
    'git took too long to compare. Compare a smaller range, or run "git gc" in the repository.',
  ],
  failed: [ErrorCode.ioFailed, 'The git comparison failed. Run "git diff" in the workspace to see why.'],
};
