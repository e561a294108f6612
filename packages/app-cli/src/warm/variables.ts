import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Variables that affect a process and the programs that it starts: folders, languages, git, the stores, proxies and
 * certificates. A warm process with another value of one of them cannot answer a command.
 */
const ofProcess =
  /^(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA|TMPDIR|TMP|TEMP|TZ|LANG|LANGUAGE|LC_.+|XDG_.+_HOME|GIT_.+|AWS_.+|AZURE_.+|GOOGLE_.+|LANCE.+|(?:https?|all|no)_proxy|SSL_CERT_.+|NODE_(?:OPTIONS|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED|ICU_DATA))$/iu;

/** Variables that a command reads from the given environment. */
const ofCommand = /^(?:LEXICHORD_.+|NO_COLOR|FORCE_COLOR|TERM|PATH)$/iu;

/** The variables that can affect a command or its output. */
export function relevantVariables(environment: Variables): Readonly<Record<string, string>> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (ofProcess.test(entry[0]) || ofCommand.test(entry[0])),
  );
  return Object.fromEntries(entries);
}

/** The first variable, by its name, that prevents a process from answering a command; `undefined` if none does. */
export function differingVariable(ofClient: Variables, own: Variables): string | undefined {
  const names = [...new Set([...Object.keys(ofClient), ...Object.keys(own)])].filter((name) => ofProcess.test(name));
  const differing = names.sort().find((name) => ofClient[name] !== own[name]);
  return differing ?? (programIn('git', ofClient) === programIn('git', own) ? undefined : 'PATH');
}

/** The first folder of the path that has a program; no other part of the path matters. */
function programIn(name: string, variables: Variables): string | undefined {
  const path = variables['PATH'] ?? variables['Path'] ?? '';
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name];
  const candidates = path.split(delimiter).flatMap((folder) => names.map((each) => join(folder, each)));
  return candidates.find((candidate) => existsSync(candidate));
}
