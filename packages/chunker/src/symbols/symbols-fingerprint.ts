/** Raised with every change of the extracted symbols, so that indexes extract them again. */
const version = 2;

/** See `ISymbolExtractor.fingerprint`. */
export const symbolsFingerprint = `symbols-${version}`;
