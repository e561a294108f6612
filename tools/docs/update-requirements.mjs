#!/usr/bin/env node
// Writes docs/requirements.md: for each numbered requirement of T-016, the tests whose titles name it. With --check it
// writes nothing and fails when the page is not what the tests say, or a requirement has neither test nor reason.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pagePath = path.join(root, 'docs/requirements.md');

/** What a test of this repository cannot show, and why. */
const unshown = new Map([
  ...named(['NFR-016-15'], 'It names a class of C#. Texts are joined once, from a list of their parts.'),
  ...named(['NFR-016-46', 'NFR-016-48', 'NFR-016-49'], 'The linter holds it: docstrings, complexity, file size.'),
  ...named(['NFR-016-47'], 'The coverage limit of the test run holds it.'),
  ...named(['NFR-016-50'], 'Every stage gets its services through its constructor; the container tests show it.'),
  ...named(
    ['NFR-016-51', 'NFR-016-52', 'NFR-016-53', 'NFR-016-54', 'NFR-016-55'],
    'Documentation: docs/guides/configuration.md (its tables are tested) and docs/guides/packing.md.',
  ),
  ...named(
    ['NFR-016-01', 'NFR-016-02', 'NFR-016-05', 'NFR-016-06', 'NFR-016-07', 'NFR-016-08', 'NFR-016-10'],
    'A time or a size: rows of `npm run benchmark -- packing` with the bound.',
  ),
  ...named(
    ['NFR-016-03', 'NFR-016-04', 'AC-075', 'AC-121', 'AC-122', 'AC-123', 'AC-124', 'AC-125'],
    'A time or a size: rows of `npm run benchmark -- packing` with the bound.',
  ),
  ...named(['NFR-016-09'], 'A rate that depends on what is packed: the metric Agents.Context.Packing.CacheHitRate.'),
  ...named(['NFR-016-11', 'NFR-016-20'], 'Files are parsed in threads of their own; the parser pool’s tests show it.'),
  ...named(['NFR-016-12'], 'A file above the size limit is read in parts and never parsed; see threat 3.'),
  ...named(['NFR-016-14', 'AC-110'], 'The order of growth: seen in `npm run benchmark -- packing`.'),
  ...named(
    ['AC-142', 'AC-143'],
    'They speak of another product’s model layer. The text and its count are the interface.',
  ),
]);

/** Groups of ids, in the order of the page. */
const groups = [
  ['Functional requirements', (n) => `FR-016-${String(n).padStart(2, '0')}`, 140],
  ['Non-functional requirements', (n) => `NFR-016-${String(n).padStart(2, '0')}`, 65],
  ['Acceptance criteria', (n) => `AC-${String(n).padStart(3, '0')}`, 150],
];

function named(ids, reason) {
  return ids.map((id) => [id, reason]);
}

/** Spec files of all packages, relative to the root. */
function specFiles() {
  return readdirSync(path.join(root, 'packages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => filesIn(`packages/${name}/src`))
    .filter((file) => file.endsWith('.spec.ts'))
    .sort();
}

function filesIn(folder) {
  try {
    return readdirSync(path.join(root, folder), { recursive: true }).map((file) => `${folder}/${file}`);
  } catch {
    return [];
  }
}

const place = String.raw`(?:AC|N?FR-016)-\d+(?:\.\.\d+)?`;
const citedInTitle = new RegExp(place, 'gu');
/** Titles of tests, and of rows of them, are strings on one line. */
const strings = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\\n])*`/gu;

/** Ids by themselves, as the page spells them. */
function idsIn(text) {
  return (text.match(citedInTitle) ?? []).flatMap((cited) => {
    const [, kind, first, last = first] = /^(.*?)(\d+)(?:\.\.(\d+))?$/u.exec(cited);
    const width = kind === 'AC-' ? 3 : 2;
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, index) => `${kind}${String(Number(first) + index).padStart(width, '0')}`);
  });
}

/** For each id, the files and titles that name it. Ids of other documents have fewer digits. */
function shownBy() {
  const shown = new Map();
  for (const file of specFiles()) {
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const [title] of text.matchAll(strings)) {
      if (/\b(?:SBD-072|DES-072c)\b/u.test(title)) continue;
      for (const id of idsIn(title)) {
        const files = shown.get(id) ?? new Set();
        shown.set(id, files.add(file.replace('/src/', '/').slice('packages/'.length)));
      }
    }
  }
  return shown;
}

function page() {
  const shown = shownBy();
  const lines = [
    '# Requirements of the context packer and their tests',
    '',
    'For each numbered requirement of T-016, the tests whose titles name it, or why no test can. Generated:',
    '`node tools/docs/update-requirements.mjs` writes this page, and the test run fails when it is not up to date.',
  ];
  const missing = [];
  for (const [title, idOf, count] of groups) {
    lines.push('', `## ${title}`, '', '| requirement | shown by |', '| --- | --- |');
    for (let number = 1; number <= count; number += 1) {
      const id = idOf(number);
      const files = [...(shown.get(id) ?? [])];
      const reason = unshown.get(id);
      if (files.length === 0 && reason === undefined) missing.push(id);
      lines.push(
        `| ${id} | ${files.length > 0 ? files.map((file) => `\`${file}\``).join(', ') : (reason ?? 'nothing yet')} |`,
      );
    }
  }
  return { text: `${lines.join('\n')}\n`, missing };
}

const { text, missing } = page();
const { format, resolveConfig } = await import('prettier');
const formatted = await format(text, { ...(await resolveConfig(pagePath)), parser: 'markdown' });
if (process.argv.includes('--check')) {
  const isCurrent = readFileSync(pagePath, 'utf8') === formatted;
  if (!isCurrent)
    console.error('docs/requirements.md is not up to date. Run "node tools/docs/update-requirements.mjs".');
  if (missing.length > 0) console.error(`No test names these requirements: ${missing.join(', ')}.`);
  process.exitCode = isCurrent && missing.length === 0 ? 0 : 1;
} else {
  writeFileSync(pagePath, formatted);
  if (missing.length > 0) console.error(`No test names: ${missing.join(', ')}`);
}
