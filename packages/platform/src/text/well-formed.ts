/** Lone surrogates: no text in UTF-8 can hold them. */
const loneSurrogate = /\p{Surrogate}/gu;

/** Without lone surrogates, which become replacement characters. */
export function wellFormed(text: string): string {
  return text.replace(loneSurrogate, '\uFFFD');
}
