import { entropyOf, looksRandom } from './secret-rule.js';

/** What documents and templates put where a secret belongs. */
const placeholder = /example|change.?me|placeholder|redacted|password|undefined|process\.env|xxxx|\*\*\*|\.\.\./iu;

/** The same in words so short that random text can have them by chance. */
const shortPlaceholder = /sample|your|dummy|secret|passwd|todo|insert|replace|test|fake|mock|default/iu;

/** Text of other scripts, paths, addresses, dates, versions, colours, ranges and the like. */
const otherValue =
  /^(?:.*[^!-~]|[./~@#:]|[a-z][\w+.-]{0,20}:|\d{4}-\d\d-\d\d|v?\d+\.\d+|\w+\.\w+(?:\.\w+)*$|[\d.,:+-]+$|.*(?:a-z|0-9))/iu;

/** Names of short parts, such as `o200k_base`. */
const partedName = /^[a-z0-9]{1,7}(?:[_.-][a-z0-9]{1,7})+$/u;

/** Of a generated password, in bits a character; `hunter2x` has 3. */
const minEntropy = 3;

/** Characters that names in programs do not have. */
const unusualInNames = /[!@#%^&*+?~|=]/u;

/** No name has three numbers apart from each other. */
const manyNumbers = /\d\D{1,200}\d\D{1,200}\d/u;

/** The words of a name, such as `oauth2Token`, are longer on average. In characters. */
const maxWordLength = 4;

/** Short words in what has more are there by chance, in bits a character. */
const certainEntropy = 4.1;

/**
 * Whether a value that a setting for a password or token is given is one: it has letters and digits in a mix that no name,
 * path, version or placeholder has. Passwords that are words are not told from names.
 */
export function isLikelyPassword(value: string): boolean {
  if (!/\d/u.test(value) || otherValue.test(value) || partedName.test(value) || !isLikelyCredential(value))
    return false;
  return unusualInNames.test(value) || manyNumbers.test(value) || averageWordLength(value) <= maxWordLength;
}

/** Whether what stands where only credentials stand is one, and no placeholder. */
export function isLikelyCredential(value: string): boolean {
  const entropy = entropyOf(value);
  if (entropy < minEntropy || !looksRandom(value) || placeholder.test(value)) return false;
  return entropy > certainEntropy || !shortPlaceholder.test(value);
}

/** Words are runs of letters in which no new word begins with a capital. */
function averageWordLength(value: string): number {
  const words = value.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/gu) ?? [];
  return words.join('').length / Math.max(1, words.length);
}
