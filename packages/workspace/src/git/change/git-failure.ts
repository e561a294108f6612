import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { type NoHistoryReason, elsewhereRemedy } from '../find-repository.js';

/** The reason for a failed comparison, and what to do. */
export function gitFailure(reason: NoHistoryReason): LexichordError {
  const [code, message] = failures[reason];
  return new LexichordError(code, message, { details: { reason } });
}

const noRepository = [
  ErrorCode.notFound,
  'The workspace is in no git repository, so that nothing can be compared. Run the command in a clone.',
] as const;

const failures: Readonly<Record<NoHistoryReason, readonly [ErrorCode, string]>> = {
  'no-workspace': [ErrorCode.notFound, 'The folder of the workspace cannot be opened. Check its path.'],
  'no-git': [ErrorCode.notFound, 'There is no program "git", which says what changed. Install it.'],
  'no-repository': noRepository,
  'no-work-tree': [
    ErrorCode.notFound,
    'The workspace is a bare repository or the inside of one, without files. Run the command in a work tree of it.',
  ],
  'not-in-repository': noRepository,
  'foreign-owner': [
    ErrorCode.ioFailed,
    'Another user owns the repository; trust it with "git config --global --add safe.directory".',
  ],
  'leads-elsewhere': [
    ErrorCode.notFound,
    `".git" leads to the contents of another repository, which are not shown. ${elsewhereRemedy}`,
  ],
  timeout: [ErrorCode.ioFailed, 'git took too long to compare. Compare less, or run "git gc" in the repository.'],
  failed: [ErrorCode.ioFailed, 'git could not compare. Run "git diff" in the workspace to see why.'],
};
