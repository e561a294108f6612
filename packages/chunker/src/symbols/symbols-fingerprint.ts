/** Raised with every change to what is read of a file's symbols, so that indexes read them again. */
const version = 2;

/** See `ISymbolExtractor.fingerprint`. */
export const symbolsFingerprint = `symbols-${version}`;
