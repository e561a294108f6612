import { ErrorCode } from './error-code.js';
import { LexichordError, LicenseRequiredError, PathDeniedError, isLexichordError } from './lexichord-error.js';

describe('LexichordError', () => {
  it('carries a stable code, details and the cause', () => {
    const cause = new TypeError('low level');

    const error = new LexichordError(ErrorCode.ioFailed, 'Could not write.', { details: { path: 'a' }, cause });

    expect(error).toMatchObject({ name: 'LexichordError', code: 'io-failed', details: { path: 'a' }, cause });
    expect(new LexichordError(ErrorCode.internal, 'Odd.').details).toEqual({});
  });

  it('is recognised by its shape, as after crossing a worker', () => {
    const copy = Object.assign(new Error('from elsewhere'), { code: 'not-found', details: {} });

    expect(isLexichordError(copy)).toBe(true);
    expect(isLexichordError(new LexichordError(ErrorCode.internal, 'Odd.'))).toBe(true);
    expect(isLexichordError(Object.assign(new Error('file'), { code: 'ENOENT' }))).toBe(false);
    expect(isLexichordError({ code: 'not-found', details: {} })).toBe(false);
  });

  it('says which tier a feature needs', () => {
    const error = new LicenseRequiredError('assemble', 'WriterPro', 'Core');

    expect(error.message).toContain('assemble requires WriterPro or a higher tier, but the licence gives Core.');
    expect(error).toMatchObject({
      code: 'license-required',
      details: { feature: 'assemble', required: 'WriterPro', current: 'Core' },
    });
  });

  it('says why a path is denied', () => {
    const error = new PathDeniedError('../x', 'it leaves the workspace');

    expect(error.message).toBe('"../x" may not be read: it leaves the workspace.');
    expect(error).toMatchObject({ name: 'PathDeniedError', code: 'path-denied' });
  });
});
