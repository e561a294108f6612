/** What a text says that somebody else may have written; `undefined` for one that is no JSON, which every schema refuses. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
