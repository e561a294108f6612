/** Parses JSON from an untrusted source; `undefined` for a text that is no JSON, which every schema refuses. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
