/** Words in front of a name that give its kind. */
const kindWord =
  '(?:function|method|class|type|interface|struct|trait|enum|constant|variable|field|property|module|component|hook|option|setting|service|macro|symbol|name)';

const leadIn = `(?:(?:please|can you|could you|tell me|show me|show|find|find out|explain|look up)\\s+)*`;
const article = `(?:(?:the|a|an|our|this|that)\\s+)?(?:${kindWord}\\s+)?`;
const name = `[\`'"]?(?<name>[\\p{L}_$][\\p{L}\\p{N}_$]*)(?:\\(\\))?[\`'"]?`;
const made = '(?:defined|declared|implemented|located)';

/** Questions for the place of a definition. */
const placeQuestions: readonly RegExp[] = [
  `where(?:\\s+is|\\s+are|\\s+was|['’]s)\\s+${article}${name}(?:\\s+${kindWord})?\\s+(?:being\\s+)?${made}`,
  `where\\s+${article}${name}(?:\\s+${kindWord})?\\s+(?:is|are|was)\\s+${made}`,
  `where\\s+(?:do|did)\\s+(?:we|you|they)\\s+(?:define|declare|implement)\\s+${article}${name}`,
  `(?:what|which\\s+(?:file|module|class|package))\\s+(?:defines|declares|implements)\\s+${article}${name}`,
  `(?:where\\s+is\\s+|where['’]s\\s+|go\\s+to\\s+)?(?:the\\s+)?(?:definition|declaration)\\s+of\\s+${article}${name}`,
].map((form) => new RegExp(`^${leadIn}${form}(?:\\s+(?:in\\s+(?:the|this)\\s+\\S+|here))?\\s*[?.!]*$`, 'iu'));

/** The name whose place a question such as "where is frobnicator defined?" asks for; `undefined` for any other text. */
export function askedPlace(text: string): string | undefined {
  if (text.length > maxQuestionLength) return undefined;
  for (const form of placeQuestions) {
    const found = form.exec(text)?.groups?.['name'];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Maximum length of a question in UTF-16 units; a longer text has more than one subject. */
const maxQuestionLength = 300;

const asking = `(?:where(?:\\s+is|\\s+are|\\s+does|\\s+do|['’]s)|what(?:\\s+is|\\s+are|\\s+does|\\s+do|['’]s|\\s+happens\\s+in)|(?:how|why|when)\\s+(?:does|do|is|are)|(?:who|what)\\s+(?:calls|uses|throws|returns)|explain|describe|tell\\s+me\\s+about)`;
const askedFor = `\\s+(?:me\\s+)?(?:(?:how|what|where|why)\\s+)?(?:(?:is|does)\\s+)?${article}[\`'"]?(?:[\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\.|::|#|->))*(?<name>[\\p{L}_$][\\p{L}\\p{N}_$]*)`;
/** Only at the beginning: a task can contain words such as "show" or "find", too. */
const subject = new RegExp(`^${leadIn}${asking}${askedFor}`, 'iu');

/** Words of a task that adds or changes something. */
const bringing =
  /\b(?:add|adding|create|creating|introduce|introducing|write|writing|build|make|implement|implementing|support|generate|rename|extract|replace|migrate|move|refactor|port|fix|should|want|need|new|could|would)\b/iu;

/** Signs of a task with more than one part. */
const furtherPart = /[.?!;,:]\s+\S|\n|\b(?:and|but|then|also|or|when|while|if|after|before)\b/iu;

/**
 * The name that a question is about: the first name after the words of the question. `undefined` for a task that adds
 * or changes something, a text with more than one part, and one without a name.
 */
export function askedSubject(text: string): string | undefined {
  if (text.length > maxQuestionLength || bringing.test(text) || furtherPart.test(text)) return undefined;
  return subject.exec(text)?.groups?.['name'];
}
