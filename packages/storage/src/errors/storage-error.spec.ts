import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { faultOf, storageError } from './storage-error.js';

describe('storageError', () => {
  // As LanceDB 0.37.1 words them.
  it.each([
    [
      'lance error: LanceError(IO): Generic LocalFileSystem error: No space left on device (os error 28)',
      'disk-full',
      'The disk is full',
    ],
    [
      'LanceError(IO): Generic LocalFileSystem error: Unable to create dir: Permission denied (os error 13)',
      'denied',
      'Check its permissions',
    ],
    [
      'Generic S3 error: The operation lacked the necessary privileges: 403 Forbidden: SignatureDoesNotMatch',
      'credentials',
      'Check the credentials',
    ],
    ['Generic S3 error: error sending request for url (http://127.0.0.1:9/bucket)', 'unreachable', 'cannot be reached'],
    ['LanceError(IO): file size is too small', 'damaged', 'lexichord doctor --repair'],
    [
      'LanceError(IO): Generic memory error: Invalid range 0..0 for object of size 0 bytes',
      'damaged',
      'lexichord doctor --repair',
    ],
    [
      'Incompatible transaction: This UpdateConfig transaction is incompatible with concurrent transaction',
      'lost-commit',
      'kept writing',
    ],
    [
      'lance error: Not found: /db/notes.lance/_transactions/1-73903b36.txn  Caused by: Not found',
      'lost-commit',
      'kept writing',
    ],
    [
      "Table 'chunks' was not found  Caused by: Dataset at path tmp/db/chunks.lance was not found: Not found",
      'not-found',
      'does not exist',
    ],
    ["Table 'chunks' already exists", 'exists', 'has just created it'],
    ['Panic in async function', 'crashed', 'report a bug'],
    ['LanceError(IO): Generic LocalFileSystem error: Too many open files (os error 24)', 'too-many-files', 'ulimit -n'],
    ["EMFILE: too many open files, open '/db/a.lance'", 'too-many-files', 'ulimit -n'],
    ['LanceError(IO): File too large (os error 27)', 'disk-full', 'The disk is full'],
    ['something new', 'other', 'Run "lexichord doctor"'],
  ])('takes %j for %s', (text, fault, advice) => {
    const error = storageError(new TypeError(text), 'read table "chunks"', '/db');

    expect(error).toMatchObject({
      code: 'storage-failed',
      details: { fault, doing: 'read table "chunks"', address: '/db' },
    });
    expect(error.message).toMatch(/^Could not read table "chunks" at \/db\. /);
    expect(error.message).toContain(advice);
  });

  it('keeps no values, no long paths and no stack of the original', () => {
    const text =
      "Error parsing: id = 'it''s secret' AND \"x secret\" = 1, /usr/local/cargo/registry/src/lance-10.0.0/src/utils.rs:28:20\nmore secret";

    const error = storageError(new TypeError(text), 'read', '/db');

    expect(error.details['reason']).toBe(`Error parsing: id = '…' AND "…" = 1`);
    expect(error.cause).toBeUndefined();
  });

  it('knows errors from elsewhere by their shape, and leaves our own alone', () => {
    const own = new LexichordError(ErrorCode.invalidArgument, 'No.');

    expect(faultOf({ message: 'Permission denied' })).toBe('denied');
    expect(faultOf('disk quota exceeded')).toBe('disk-full');
    expect(storageError(own, 'read', '/db')).toBe(own);
  });
});
