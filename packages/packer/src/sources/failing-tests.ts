import { stripVTControlCharacters } from 'node:util';

/** A test that a report names as failed. */
export interface FailingTest {
  /** Path of its file as the report names it, forward slashes. Absent: the report names none. */
  readonly path?: string | undefined;
  /** Names of the test and of what is around it, such as its class, outermost first; not empty. */
  readonly names: readonly string[];
}

/** Maximum number of tests that are found in a text. */
const maxTests = 20;

/** Maximum length of a line that is read, in UTF-16 units. */
const maxLineLength = 1_000;

/** Lines of reports that name a failed test: `owner` is around it, `path` is its file. */
const reportPatterns: readonly RegExp[] = [
  // go test
  /^\s{0,40}--- FAIL: (?<name>[\p{L}\p{N}_]{1,200})/u,
  // unittest
  /^(?:FAIL|ERROR): (?<name>\w{1,200}) \((?<owner>[\w.]{1,400})\)/u,
  // Maven: with its class in front, and in its summary with a line
  /^\[ERROR\]\s{1,10}(?<owner>[\w.$>]{1,400})\.(?<name>\w{1,200})(?:\([^()]{0,200}\))?(?:\[\d{1,6}\])?(?:\s.{0,400}<<< (?:FAILURE|ERROR)!|:\d{1,7}\b)/u,
  /^(?:\[ERROR\]\s{1,10})?(?<name>\w{1,200})\((?<owner>(?:\w{1,100}\.){1,20}[A-Z]\w{0,200})\)(?:\s|$)/u,
  // Gradle
  /^(?<owner>[\w.$]{1,400})(?: > [^>]{1,200}){0,9} > (?<name>\w{1,200})(?:\([^()]{0,200}\))?(?: > .{1,200}|\[\d{1,6}\])? FAILED$/u,
  // cargo test
  /^test (?<owner>(?:\w{1,100}::){0,20})(?<name>\w{1,200}) \.\.\. FAILED$/u,
  /^---- (?<owner>(?:\w{1,100}::){0,20})(?<name>\w{1,200}) stdout ----$/u,
  // dotnet test
  /^\s{0,20}Failed (?:(?<owner>[\w.+]{1,400})\.)?(?<name>\w{1,200})(?:\(.{0,400}\))? \[/u,
  // PHPUnit
  /^\d{1,6}\) (?<owner>[\w\\]{1,400})::(?<name>\w{1,200})/u,
];

/** A node of pytest, in any line: `tests/test_a.py::TestClass::test_b[1]`. */
const pytestNode = /(?<![\w@.~/-])(?<path>[\w@.~-][\w@.~/-]{0,300}\.py)::(?<names>\w{1,200}(?:::\w{1,200}){0,5})/gu;

/** What pytest says behind a node, or in front of it, that did not fail. */
const passedNode = /(?<![A-Z])(?:PASSED|SKIPPED|XFAIL|XPASS|DESELECTED)(?![A-Z])/u;

/** The time of day that a log of a workflow has in front of each line. */
const logTime = /^(?:[^\t]{0,200}\t[^\t]{0,200}\t)?\d{4}-\d\d-\d\dT[\d:.]{8,30}Z /u;

/** The beginning of what vitest or Jest says of a file. */
const fileReport = /^\s{0,10}(?:FAIL|PASS)\s/u;

/** A file of vitest or Jest, with or without its project, its time, the titles around the test and its own. */
const titledFile =
  /^\s{0,10}FAIL\s{1,4}(?:\|[^|]{1,60}\|\s{1,4}|[\w-]{1,60}\s{1,4})?(?<path>[\w@.~/\\[\]()-]{1,400}\.[cm]?[jt]sx?)(?:\s{1,4}\([\d.]{1,20} m?s\)| > (?<titles>.{1,800}))?\s*$/u;

/** A test of Jest, below the line of its file: `● outer › title`. */
const jestTest = /^\s{0,10}● (?<titles>.{1,800})$/u;

/**
 * Finds tests that a text names as failed, as the common runners report them; each once, in the order of the text.
 * Linear in the length of the text.
 */
export function findFailingTests(text: string): readonly FailingTest[] {
  const found = new Map<string, FailingTest>();
  let file: string | undefined;
  for (const rawLine of text.split('\n')) {
    const line = stripVTControlCharacters(rawLine.slice(0, maxLineLength)).replace(logTime, '').trimEnd();
    // Titles below a file that is not understood are of no other file.
    if (fileReport.test(line)) file = titledFile.exec(line)?.groups?.['path'];
    for (const test of testsIn(line, file)) found.set(JSON.stringify(test), test);
    if (found.size >= maxTests) break;
  }
  return [...found.values()].slice(0, maxTests);
}

/** @param file the last file of titles that the report named */
function testsIn(line: string, file: string | undefined): readonly FailingTest[] {
  const nodes = nodesIn(line);
  if (nodes.length > 0) return nodes;
  const titled = titlesIn(line);
  if (titled !== undefined) return titledTests(titled, file);
  for (const pattern of reportPatterns) {
    const { name, owner = '' } = pattern.exec(line)?.groups ?? {};
    if (name !== undefined) return [{ names: [...ownersIn(owner, name), name] }];
  }
  return [];
}

/** Tests of pytest that failed, or of which the line says nothing. */
function nodesIn(line: string): readonly FailingTest[] {
  if (passedNode.test(line)) return [];
  return [...line.matchAll(pytestNode)].map(({ groups: { path = '', names = '' } = {} }) => ({
    path,
    names: names.split('::'),
  }));
}

function titledTests(titles: readonly string[], file: string | undefined): readonly FailingTest[] {
  return file === undefined || titles.length === 0 ? [] : [{ path: file.replaceAll('\\', '/'), names: titles }];
}

function titlesIn(line: string): readonly string[] | undefined {
  const vitest = titledFile.exec(line)?.groups?.['titles'];
  const titles = vitest?.split(' > ') ?? jestTest.exec(line)?.groups?.['titles']?.split(' › ');
  return titles?.map((title) => title.trim()).filter((title) => title !== '');
}

/** Names of packages, modules and classes; some reports end them with the test itself. */
function ownersIn(owner: string, name: string): readonly string[] {
  const names = owner.split(/[.$+:>\\]+/u).filter((part) => part !== '');
  return names.at(-1) === name ? names.slice(0, -1) : names;
}
