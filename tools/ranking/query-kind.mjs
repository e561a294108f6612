/** What a query may be; weights can differ between them. */
export const queryKinds = ['error', 'name', 'question', 'change'];

const errorText = /\b\w*(?:Error|Exception|Panic|Traceback)\b\s*[:(]|^\s+at\s+\S+|\bpanicked at\b|\.\w{1,4}:\d+/mu;
const questionText =
  /\?\s*$|^\s*(?:how|what|where|why|when|who|which|does|do|is|are|can|should|explain|show|find|list|describe)\b/iu;

/**
 * @param {string} query
 * @returns {'error' | 'name' | 'question' | 'change'} `change` for whatever says what to do, or nothing else is
 */
export function queryKindOf(query) {
  if (errorText.test(query)) return 'error';
  const words = query.trim().split(/\s+/u);
  if (words.length === 1 || words.every((word) => isName(word))) return 'name';
  return questionText.test(query) ? 'question' : 'change';
}

/** Written as code writes names: `getUser`, `get_user`, `User.get`. */
function isName(word) {
  return /[\p{Ll}\d]\p{Lu}|[_.:]\p{L}/u.test(word);
}
