import { groupBy } from '@lexichord/platform/internal';

/** A kind of file that is never read. The reason completes the sentence "… may not be read: …". */
interface DeniedKind {
  readonly reason: string;
  /** File or folder names. */
  readonly names?: readonly string[];
  /** Beginnings of names. */
  readonly prefixes?: readonly string[];
  /** Ends of names. */
  readonly suffixes?: readonly string[];
  /** Name patterns, for names that the lists above cannot cover. Linear in the length of a name. */
  readonly patterns?: readonly RegExp[];
  /** Consecutive names, for files that are ordinary elsewhere. */
  readonly sequences?: readonly (readonly string[])[];
}

/**
 * Files that no configuration can allow, by name, ignoring case (T-016 AC-023..026).
 *
 * The list contains names whose files hold credentials by convention, in any project. It does not contain names that
 * are as often source code (`secrets.py`, `secret.go`, `auth.json`, `token.json`); the secret scan covers them. Public
 * halves (`*.crt`, `*.cer`) may be read; `id_rsa.pub` may not, because T-016 AC-025 denies everything named after a
 * private key.
 */
const deniedKinds: readonly DeniedKind[] = [
  {
    reason: 'environment files hold secrets',
    names: ['.env', '.envrc'],
    prefixes: ['.env.', '.env-', '.env_'],
    suffixes: ['.env'],
  },
  {
    reason: 'files of a version control folder are not documents and can hold credentials',
    names: ['.git', '.hg', '.svn'],
  },
  {
    reason: 'the state of Lexichord is not a document and can hold secrets',
    names: ['.lexichord'],
    prefixes: ['.lexichord.'],
  },
  {
    reason: 'it is named like a private key or key store',
    names: ['.ssh', '.gnupg', '.password-store'],
    patterns: [/(?:^|[^a-z0-9])id_(?:rsa|dsa|ecdsa|ed25519)/u],
    suffixes: [
      '.pem',
      '.key',
      '.p8',
      '.p12',
      '.pfx',
      '.pkcs12',
      '.ppk',
      '.jks',
      '.keystore',
      '.kdb',
      '.kdbx',
      '.keytab',
      '.ovpn',
    ],
  },
  {
    reason: 'it is named like a file of credentials',
    names: [
      'credentials.json',
      'credentials.yml',
      'credentials.yaml',
      'credentials.toml',
      'credentials.xml',
      'credentials.csv',
      '.credentials',
      'application_default_credentials.json',
      'serviceaccountkey.json',
      'service-account.json',
      'service_account.json',
      'service-account-key.json',
      '.netrc',
      '_netrc',
      '.npmrc',
      '.pypirc',
      '.pgpass',
      '.my.cnf',
      '.mylogin.cnf',
      '.htpasswd',
      '.git-credentials',
      '.dockercfg',
      '.boto',
      '.s3cfg',
      '.vault-token',
      '.terraformrc',
      'terraform.rc',
      'wp-config.php',
    ],
    patterns: [/^client_secret[^/]*\.json$/u],
    sequences: [
      ['.aws', 'credentials'],
      ['.aws', 'config'],
      ['.aws', 'cli'],
      ['.aws', 'sso'],
      ['.azure'],
      ['.cargo', 'credentials'],
      ['.gem', 'credentials'],
      ['.config', 'gcloud'],
      ['.config', 'gh', 'hosts.yml'],
      ['.docker', 'config.json'],
      ['.kube', 'config'],
      ['.m2', 'settings.xml'],
      ['etc', 'passwd'],
      ['etc', 'shadow'],
      ['etc', 'gshadow'],
      ['etc', 'sudoers'],
    ],
  },
  {
    reason: 'application settings of this kind hold connection strings and passwords',
    names: ['local.settings.json'],
    patterns: [/^appsettings[^/]*\.json$/u],
  },
  {
    reason: 'it is named like a file of secrets',
    names: ['.secret', '.secrets'],
    // Data files only: `secrets.py` or `secret.go` is code about secrets.
    patterns: [
      /^(?:[^/]*[._-])?secrets?\.(?:[a-z0-9]{1,20}\.)?(?:json[c5]?|ya?ml|toml|ini|properties|conf|cfg|env|xml|plist|csv|txt|enc|gpg)$/u,
    ],
  },
  {
    reason: 'the state and the variables of Terraform hold secrets in plain text',
    suffixes: ['.tfstate', '.tfvars', '.tfvars.json'],
  },
  {
    reason: 'a command history can hold passwords that were typed',
    names: [
      '.bash_history',
      '.zsh_history',
      '.sh_history',
      '.psql_history',
      '.mysql_history',
      '.python_history',
      '.node_repl_history',
    ],
  },
];

/** A checked name of a path; most paths of a folder share it. */
interface JudgedName {
  /** The name for the most lenient file system. */
  readonly canonical: string;
  /** Reason for a denial in any folder. */
  readonly reason: string | undefined;
}

/** Cache limits of checked names, in number and length: a folder's name is checked with each file in it. */
const maxJudged = { names: 4_096, length: 255 };
const judgedNames = new Map<string, JudgedName>();

const reasonByName = new Map(deniedKinds.flatMap(({ names = [], reason }) => names.map((name) => [name, reason])));

const sequencesByFirst = groupBy(
  deniedKinds.flatMap(({ sequences = [], reason }) => sequences.map((names) => ({ names, reason }))),
  ({ names: [first] }) => first,
);

/**
 * The reason for a built-in denial of a path, or `undefined`.
 *
 * @param path relative path; both `/` and `\` separate names, because each does on some system
 */
export function builtInDenial(path: string): string | undefined {
  const names = path.split(/[/\\]/u).map(judgedName);
  for (const [index, { reason: ofName }] of names.entries()) {
    const reason = ofName ?? denialOfSequence(names, index);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function judgedName(name: string): JudgedName {
  const cached = judgedNames.get(name);
  if (cached !== undefined) return cached;
  const canonical = canonicalName(name);
  const judged = { canonical, reason: denialOfName(canonical) ?? denialOfSwapFile(name) };
  if (name.length > maxJudged.length) return judged;
  if (judgedNames.size >= maxJudged.names) judgedNames.clear();
  judgedNames.set(name, judged);
  return judged;
}

/** A swap file's name gets no second dot: `.env.swp` belongs to `.env`. */
function denialOfSwapFile(name: string): string | undefined {
  return /\.sw[a-p]$/iu.test(name) ? denialOfName(canonicalName(name.slice(0, -4))) : undefined;
}

function denialOfName(name: string): string | undefined {
  const reason = reasonByName.get(name);
  if (reason !== undefined) return reason;

  return deniedKinds.find(
    ({ prefixes = [], suffixes = [], patterns = [] }) =>
      prefixes.some((prefix) => name.startsWith(prefix)) ||
      suffixes.some((suffix) => name.endsWith(suffix)) ||
      patterns.some((pattern) => pattern.test(name)),
  )?.reason;
}

function denialOfSequence(names: readonly JudgedName[], start: number): string | undefined {
  return sequencesByFirst
    .get(names[start]?.canonical)
    ?.find((sequence) => sequence.names.every((name, offset) => names[start + offset]?.canonical === name))?.reason;
}

/**
 * Normalises a name as the most lenient file system does: folds case and compatibility forms (APFS, NTFS), drops
 * characters without a glyph (HFS+ ignores them), cuts stream names and trailing dots and spaces (Windows ignores
 * them), and cuts the endings of backup copies, because a copy of a secret is one.
 */
function canonicalName(name: string): string {
  const folded = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/:.*$/su, '');
  return withoutBackupEnding(trimEndDotsAndSpaces(folded));
}

const backupEndings = ['~', '.bak', '.backup', '.old', '.orig', '.save', '.copy', '.tmp'];

function withoutBackupEnding(name: string): string {
  if (/^\..+\.sw[a-p]$/u.test(name)) return withoutBackupEnding(name.slice(1, -4));
  const ending = backupEndings.find((candidate) => name.length > candidate.length && name.endsWith(candidate));
  return ending === undefined ? name : withoutBackupEnding(name.slice(0, -ending.length));
}

/** Without a regular expression: `/[. ]+$/` takes quadratic time on a name of dots. */
function trimEndDotsAndSpaces(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  return name.slice(0, end);
}
