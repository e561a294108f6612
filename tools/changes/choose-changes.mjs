import { basename, dirname, extname } from 'node:path/posix';

/** Languages of which changes are taken, by the ending of a file's name. */
const languages = {
  ...{ '.js': 'JavaScript', '.mjs': 'JavaScript', '.cjs': 'JavaScript', '.jsx': 'JavaScript' },
  ...{ '.ts': 'TypeScript', '.tsx': 'TypeScript', '.mts': 'TypeScript', '.py': 'Python', '.go': 'Go' },
  ...{ '.rs': 'Rust', '.java': 'Java', '.kt': 'Kotlin', '.cs': 'C#', '.rb': 'Ruby', '.php': 'PHP', '.swift': 'Swift' },
  ...{ '.c': 'C', '.h': 'C', '.cc': 'C++', '.cpp': 'C++', '.hpp': 'C++', '.scala': 'Scala' },
};

/** Folders and files that hold tests, examples, documents, tools and other people's code; not the code of pytest. */
const sideFolder =
  /^(?:__\w+__|(?!_?pytest$)\w*tests?|specs?|testdata|test[-_]\w+|fixtures?|mocks?|e2e|bench(?:es|marks?)?|examples?|samples?|docs?|website|tools?|scripts?|vendor|third_party|node_modules|dist|build|fuzz\w*)$/iu;
const sideFile = /(?:[._-](?:test|spec)s?\.|_test\.\w+$|^test_|^conftest\.py$|Tests?\.\w+$|\.d\.[cm]?ts$|\.min\.js$)/u;

/** What a subject says that is about upkeep rather than about what the program does. */
const upkeep =
  /\b(?:bump|upgrade|release|changelog|readme|docs?|documentation|typos?|comments?|spelling|lint\w*|format\w*|style|refactor\w*|clean ?up|rename\w*|move|tests?|testing|ci|workflows?|build|deps|dependenc\w+|merge\w*|revert\w*|licen[cs]e|wip|chore|nits?|bench\w*)\b/iu;

const limits = { minWords: 5, maxLength: 180, maxFiles: 25, maxCodeFiles: 4 };

/** The language of a file whose changes are taken; `undefined` for all other files. @param {string} path */
export function languageOf(path) {
  const isAside =
    dirname(path)
      .split('/')
      .some((folder) => sideFolder.test(folder)) || sideFile.test(basename(path));
  return isAside ? undefined : languages[extname(path)];
}

/**
 * A commit's subject as a task: without the kind, the scope and the ticket, which would name the place or mean nothing.
 * `undefined` when it is about upkeep, too short or too long.
 *
 * @param {string} subject
 */
export function taskOf(subject) {
  const kind = /^(\w+)(?:\([^)]*\))?!?:\s/u.exec(subject)?.[1]?.toLowerCase() ?? '';
  if (['docs', 'doc', 'chore', 'ci', 'test', 'tests', 'style', 'refactor', 'build', 'revert'].includes(kind)) return;
  const task = subject
    .replaceAll(/https?:\S+/gu, ' ')
    .replaceAll(/\(?(?:\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|see|issue|pr)\b:?\s*)?(?:#|GH-)\d+\)?/giu, ' ')
    .replace(/^\s*(?:\[[^\]]*\]:?\s*)+/u, '')
    .replace(/^\s*(?:[\w./-]+(?:, ?[\w./-]+)*(?:\([^)]*\))?!?:\s+){1,3}/u, '')
    .replaceAll(/\s+/gu, ' ')
    .replace(/[\s.:;,-]+$/u, '')
    .trim();
  const isTask = task.split(' ').length >= limits.minWords && task.length <= limits.maxLength && !upkeep.test(task);
  return isTask ? task : undefined;
}

/**
 * The task and the code files of a commit that changes little and only what was there before; `undefined` for others,
 * and for a subject that names one of the files.
 *
 * @param {import('./read-commits.mjs').Commit} commit
 */
export function changeOf({ subject, files }) {
  const task = taskOf(subject);
  if (task === undefined || files.length > limits.maxFiles) return undefined;
  const code = files.filter(({ path }) => languageOf(path) !== undefined);
  if (code.length === 0 || code.length > limits.maxCodeFiles) return undefined;
  // Git quotes a name with special characters.
  if (code.some(({ status, path }) => status !== 'M' || path.startsWith('"'))) return undefined;
  const paths = code.map(({ path }) => path);
  if (paths.some((path) => task.toLowerCase().includes(basename(path).toLowerCase()))) return undefined;
  return { task, paths, language: languageOf(paths[0]) };
}

/** The same things in another order, the same on every machine. @template T @param {readonly T[]} things */
export function shuffled(things, seed) {
  let state = seed >>> 0;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  return things
    .map((thing) => ({ thing, key: next() }))
    .sort((one, other) => one.key - other.key)
    .map(({ thing }) => thing);
}
