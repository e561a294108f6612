export { ErrorCode } from './error-code.js';
export {
  type JsonValue,
  LexichordError,
  type LexichordErrorOptions,
  LicenseRequiredError,
  PathDeniedError,
  isLexichordError,
} from './lexichord-error.js';
