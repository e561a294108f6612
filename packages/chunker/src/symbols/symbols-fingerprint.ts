/** Raised with every change to the symbols that are read of a file, so that indexes read them again. */
const version = 2;

/** See `ISymbolExtractor.fingerprint`. */
export const symbolsFingerprint = `symbols-${version}`;
