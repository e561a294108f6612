import { lineNumber } from '../line-number.js';
import { type SecretRule, entropyOf, looksRandom } from './secret-rule.js';

/** Placeholders in documents and templates. */
const placeholder = /example|change.?me|placeholder|redacted|password|undefined|process\.env|xxxx|\*\*\*|\.\.\./iu;

/** Placeholder words that are so short that random text can contain them. */
const shortPlaceholder = /sample|your|dummy|secret|passwd|todo|insert|replace|test|fake|mock|default/iu;

/** Text of other scripts, paths, addresses, dates, versions, colours, ranges and similar values. */
const otherValue =
  /^(?:.*[^!-~]|[./~@#:]|[a-z][\w+.-]{0,20}:|\d{4}-\d\d-\d\d|v?\d+\.\d+|\w+\.\w+(?:\.\w+)*$|[\d.,:+-]+$|.*(?:a-z|0-9))/iu;

/** A variable in the syntax of Windows `cmd`. */
const windowsVariable = /^(?:%.*%|!.*!)$/u;

/** Names with short parts, such as `o200k_base`. */
const partedName = /^[a-z0-9]{1,7}(?:[_.-][a-z0-9]{1,7})+$/u;

/** Minimum entropy of a generated password, in bits per character; `hunter2x` has 3. */
const minEntropy = 3;

/** Characters that do not occur in names of programs. */
const unusualInNames = /[!@#%^&*+?~|=]/u;

/** Three separate numbers, which do not occur in names. */
const manyNumbers = /\d\D{1,200}\d\D{1,200}\d/u;

/** Maximum average word length of random text; names such as `oauth2Token` have longer words. In characters. */
const maxWordLength = 4;

/** Minimum entropy at which short placeholder words are assumed to be accidental, in bits per character. */
const certainEntropy = 4.1;

/**
 * Whether the value of a password or token setting is likely a secret: its mix of letters and digits does not occur in
 * names, paths, versions or placeholders. Passwords that are words cannot be distinguished from names.
 */
function isLikelyPassword(value: string): boolean {
  const isName = otherValue.test(value) || partedName.test(value) || windowsVariable.test(value);
  if (!/\d/u.test(value) || isName || !isLikelyCredential(value)) return false;
  return unusualInNames.test(value) || manyNumbers.test(value) || averageWordLength(value) <= maxWordLength;
}

/** Whether a value in the position of a credential is a credential, not a placeholder. */
function isLikelyCredential(value: string): boolean {
  const entropy = entropyOf(value);
  if (entropy < minEntropy || !looksRandom(value) || placeholder.test(value)) return false;
  return entropy > certainEntropy || !shortPlaceholder.test(value);
}

/** Average word length; words are runs of letters, and a capital begins a new word. */
function averageWordLength(value: string): number {
  const words = value.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/gu) ?? [];
  return words.join('').length / Math.max(1, words.length);
}

/** Parts of names whose values are secrets, in the usual spellings of names. */
const passwordNames = [
  ...['assword', 'ASSWORD', 'asswd', 'ASSWD', 'assphrase', 'ASSPHRASE', 'pwd', 'PWD', 'Pwd'],
  ...['ecret', 'ECRET', 'oken', 'OKEN', 'api_key', 'API_KEY', 'apikey', 'APIKEY', 'apiKey', 'ApiKey', 'api-key'],
  ...['ccess_key', 'CCESS_KEY', 'ccessKey', 'redential', 'REDENTIAL', 'rivate_key', 'RIVATE_KEY', 'rivateKey'],
];

/**
 * Start of a line: also after a break that JSON or code writes as `\n`, after a line number or file name, and after the
 * mark of a list item or a difference.
 */
const lineStart = [
  String.raw`(?:(?:^|[\r\n]|\\[nr])[ \t]{0,40}(?:[\w./@-]{1,120}:)?(?:${lineNumber})?|["'\x60][ \t]{0,40}${lineNumber})`,
  String.raw`(?:(?:export|set|ENV|ARG|[-+>]|\$env:)[ \t]{0,4})?`,
].join('');

const settingValue = String.raw`[^\s"'\x60\\,;<>(){}[\]$]`;

/** End of a setting's name that marks a secret value: `--tokenizer` and `TOKEN_URL` end differently. */
const secretWord = {
  variable: String.raw`(?:PASSWORD|PASSWD|PASSPHRASE|PWD|SECRET|SECRET_KEY|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY)\d{0,2}`,
  option: String.raw`(?:[Pp]assword|passwd|passphrase|pwd|[Ss]ecret|secret-key|(?<!(?:request|next|starting|page|pad|eos|bos|stop|separator)-)[Tt]oken|api-?key|access-key)\d{0,2}`,
};

/**
 * Name of a setting anywhere on the line of a command: `DB_PASSWORD=` before the command, or `--api-token=` after it.
 */
const commandName = [
  String.raw`(?:(?<![\w.$-])(?:[A-Z][A-Z0-9_]{0,60}_)?${secretWord.variable}`,
  String.raw`|(?<![\w-])--(?:[\w-]{1,60}-)?${secretWord.option})=`,
].join('');

/** End of a value at the end of its line or string. */
const settingEnd = String.raw`[ \t]{0,40}(?:[\r\n#"'\x60]|\\{1,8}[nr"'\x60]|$)`;

/**
 * A name and a value on a line, or at the beginning of a string. The value ends with its line or string; that of a
 * command's setting with its word. The text before the name is checked only if a value follows.
 */
const settingPattern = new RegExp(
  [
    String.raw`[\w.-]{2,32}["']?[ \t]{0,8}[:=][ \t]{0,8}(?=${settingValue}{8})`,
    String.raw`(?<=${lineStart}["']?[\w.-]{1,60}["']?[ \t]{0,8}[:=][ \t]{0,8}|["'\x60][\w.-]{1,60}(?:=|:[ \t]{1,8})|${commandName})`,
    String.raw`(?<value>${settingValue}{8,200})(?=${settingEnd}|;?[ \t](?<=${commandName}${settingValue}{8,200};?[ \t]))`,
  ].join(''),
  'u',
);

/** `--password value`. */
const optionPattern = new RegExp(
  [
    String.raw`[\w-]{2,32}[ \t]{1,4}(?<=(?<![\w-])--(?:[\w-]{1,60}-)?${secretWord.option}[ \t]{1,4})`,
    String.raw`(?<value>(?!-)${settingValue}{8,200})(?=${settingEnd}|;?[ \t])`,
  ].join(''),
  'u',
);

/** Generic rules: values that are secrets by their surroundings. */
export const generalRules: readonly SecretRule[] = [
  {
    id: 'json-web-token',
    what: 'JSON Web Token',
    marks: ['eyJ'],
    pattern: /eyJ[\w-]{15,2000}\.eyJ[\w-]{15,4000}\.[\w-]{20,1000}/u,
  },
  {
    id: 'url-password',
    what: 'password in an address',
    marks: ['://'],
    pattern:
      /(?<=\b(?:rediss?|amqps?|mssql|sqlserver|mariadb|ldaps?|smtps?|sftp|ftps?|nats|kafka|clickhouse|snowflake|cockroachdb|oracle|imaps?|ssh|mqtts?)):\/\/[^\s:@/"'`<>]{0,100}:(?!pass|pwd|secret|xxx|\*|\$|<|\{|\[|%\(|%s)(?<value>[^\s@/"'`<>{}]{6,200})@[\w.-]{1,200}/iu,
    boundary: 'none',
    accepts: () => true,
  },
  {
    id: 'connection-string-password',
    what: 'password of a connection string',
    marks: ['assword=', 'ASSWORD=', 'Pwd=', 'PWD=', 'pwd='],
    pattern: /(?<=;[ \t]{0,3}p?)(?:assword|pwd)=(?<value>[^\s;"'`<>{}[\]$%*]{6,200})(?=[;"'`])/iu,
    boundary: 'none',
    accepts: isLikelyPassword,
  },
  {
    id: 'authorization-header',
    what: 'credentials of an Authorization header',
    marks: ['uthorization', 'UTHORIZATION'],
    pattern:
      /uthorization\\?["'`\]]{0,2}[ \t]{0,5}(?:=>|[:=,(])[ \t]{0,5}\\?["'`]?(?:bearer|token|basic|apikey|key)[ \t]{1,5}(?<value>[\w.~+/=-]{16,4000})/iu,
    boundary: 'none',
    accepts: isLikelyCredential,
    isGeneric: true,
  },
  {
    id: 'password-literal',
    what: 'password, key or token in quotation marks',
    marks: passwordNames,
    pattern:
      /[\w.-]{2,32}\\?["'`\]]{0,2}[ \t]{0,8}(?:=>|:=|[:=])[ \t]{0,8}\\?(?<quote>["'`])(?<value>[^\s"'`\\]{8,200})\\?\k<quote>/u,
    boundary: 'none',
    accepts: isLikelyPassword,
    isGeneric: true,
  },
  {
    id: 'password-setting',
    what: 'password, key or token on a line of a settings file',
    marks: passwordNames,
    pattern: settingPattern,
    boundary: 'none',
    accepts: isLikelyPassword,
    isGeneric: true,
  },
  {
    id: 'password-option',
    what: 'password, key or token that is given to a command',
    marks: ['assword', 'asswd', 'assphrase', 'pwd', 'ecret', 'oken', 'api-key', 'apikey', 'ccess-key'],
    pattern: optionPattern,
    boundary: 'none',
    accepts: (value) => !/^[A-Za-z_]\w{0,20}=[^=]/u.test(value) && isLikelyPassword(value),
    isGeneric: true,
  },
];
