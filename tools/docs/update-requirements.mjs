#!/usr/bin/env node
// Writes docs/requirements.md: for each numbered requirement of T-016, the tests and benchmark rows whose titles name
// it, or why none does. With --check it writes nothing and fails when the page is not what the titles say, when a title
// names several requirements, or when a requirement has neither title nor reason.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { claimsOfRows, claimsOfTests } from './requirement-titles.mjs';
import { reasonKinds, reasons } from './requirements-without-title.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pagePath = path.join(root, 'docs/requirements.md');

/** Groups of ids, in the order of the page. */
const groups = [
  ['Functional requirements', (n) => `FR-016-${String(n).padStart(2, '0')}`, 140],
  ['Non-functional requirements', (n) => `NFR-016-${String(n).padStart(2, '0')}`, 65],
  ['Acceptance criteria', (n) => `AC-${String(n).padStart(3, '0')}`, 150],
].map(([title, idOf, count]) => ({ title, ids: Array.from({ length: count }, (_, index) => idOf(index + 1)) }));
const allIds = groups.flatMap(({ ids }) => ids);

const tests = claimsOfTests(root);
const rows = claimsOfRows(root);
const byTests = groupedBy(tests.claims, 'id');
const byRows = groupedBy(rows.claims, 'id');
const isShown = (id) => byTests.has(id) || byRows.has(id);

/** Claims by one of their properties. */
function groupedBy(claims, key) {
  const groups = new Map();
  for (const claim of claims) groups.set(claim[key], [...(groups.get(claim[key]) ?? []), claim]);
  return groups;
}

/** What makes the page wrong, whatever it says. */
function problems() {
  const unknown = [...byTests.keys(), ...byRows.keys(), ...reasons.keys()].filter((id) => !allIds.includes(id));
  return [
    ...[...tests.overloaded, ...rows.overloaded].map((title) => `A title names more than one requirement: ${title}`),
    ...unknown.map((id) => `T-016 has no requirement ${id}.`),
    ...allIds.filter((id) => !isShown(id) && !reasons.has(id)).map((id) => `${id} has neither a title nor a reason.`),
    ...[...reasons.keys()].filter(isShown).map((id) => `${id} has a title now: remove its reason.`),
    ...[...reasons].flatMap(([id, { from }]) =>
      from === undefined || isShown(from) ? [] : [`${id} follows from ${from}, which no title shows.`],
    ),
  ];
}

function page() {
  const counted = [
    ['shown by the title of a test', allIds.filter((id) => byTests.has(id)).length],
    ['shown by a row of the benchmarks alone', allIds.filter((id) => !byTests.has(id) && byRows.has(id)).length],
    ...Object.entries(reasonKinds).map(([kind, meaning]) => [
      meaning,
      allIds.filter((id) => !isShown(id) && reasons.get(id)?.kind === kind).length,
    ]),
  ];
  return [
    '# Requirements of the context packer and their tests',
    '',
    `For each of the ${allIds.length} numbered requirements of T-016, the titles of the tests that would fail without it, or of the benchmark`,
    'rows that measure it; or why there is none. A title counts for one requirement. Generated:',
    '`node tools/docs/update-requirements.mjs` writes this page, and the test run fails when it is not up to date.',
    '',
    '| requirements | of T-016 |',
    '| --: | --- |',
    ...counted.map(([meaning, count]) => `| ${count} | ${meaning} |`),
    ...groups.flatMap(({ title, ids }) => ['', `## ${title}`, '', ...ids.map((id) => `- **${id}** ${entryOf(id)}`)]),
    '',
  ].join('\n');
}

function entryOf(id) {
  const claims = [...(byTests.get(id) ?? []), ...(byRows.get(id) ?? [])];
  if (claims.length === 0) return reasons.get(id)?.text ?? 'nothing yet';
  return [...groupedBy(claims, 'file')].map(([file, those]) => `\`${shortPath(file)}\`: ${titlesOf(those)}`).join('. ');
}

/** The first of them, and how many more there are. */
function titlesOf(claims) {
  const listed = claims.slice(0, 3).map(asText).join('; ');
  return claims.length > 3 ? `${listed}; and ${claims.length - 3} more` : listed;
}

function shortPath(file) {
  return file.replace(/^packages\//u, '').replace('/src/', '/');
}

/** A title as code, because it may have characters that Markdown would take for its own. */
function asText({ title }) {
  const short = title.length > 110 ? `${title.slice(0, 109).trimEnd()}…` : title;
  return short.includes('`') ? `\`\` ${short} \`\`` : `“${short.replaceAll(/[\\*_<>[\]|]/gu, String.raw`\$&`)}”`;
}

const { format, resolveConfig } = await import('prettier');
const formatted = await format(page(), { ...(await resolveConfig(pagePath)), parser: 'markdown' });
const found = problems();
if (process.argv.includes('--check')) {
  if (readFileSync(pagePath, 'utf8') !== formatted) {
    found.push('docs/requirements.md is not up to date. Run "node tools/docs/update-requirements.mjs".');
  }
} else {
  writeFileSync(pagePath, formatted);
}
for (const problem of found) console.error(problem);
process.exitCode = found.length === 0 ? 0 : 1;
