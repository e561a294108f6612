import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { readGit } from '../changes/bare-git.mjs';
import { mirrorOf } from '../changes/mine-changes.mjs';
import { writeHistory } from '../changes/write-history.mjs';
import { writeTree } from '../changes/write-tree.mjs';
import { changedPlaces, compareRepomix, placesIn, placesOfPlainPack } from './compare-pack.mjs';

const { fence } = await import('../../packages/platform/dist/internal.js');
const { createRuntime, developmentLicense } = await import('../../packages/runtime/dist/index.js');

const budgetTokens = 3_000;

/** A slow machine must not lose what is looked for last. */
const maxPackMs = 60_000;

/** Longer licences are linked, in UTF-16 units. */
const maxLicenseLength = 4_000;

const pages = new URL('../../docs/ten-packs/', import.meta.url);

/**
 * Packs the tasks of `docs/ten-packs/changes.json`, each in its repository as it was before the commit, and writes a page
 * with each pack as a model reads it; prints what `docs/ten-packs.md` has of it. Needs the compiled packages and
 * benchmarks.
 */
async function main() {
  const options = { mirrors: { type: 'string' }, work: { type: 'string' }, repomix: { type: 'string' } };
  const { mirrors, work, repomix } = parseArgs({ options }).values;
  if (mirrors === undefined || work === undefined) {
    console.error('usage: node tools/packs/print-packs.mjs --mirrors DIR --work DIR [--repomix PROGRAM]');
    process.exitCode = 2;
    return;
  }
  for (const change of JSON.parse(await readFile(new URL('changes.json', pages), 'utf8'))) {
    const printed = await printPack(change, { mirrors, work, repomix });
    console.log(printed.summary);
    if (printed.page !== undefined) await writeFile(new URL(`${printed.name}.md`, pages), printed.page);
    else console.error(`${change.repository} names no licence: its pack is not printed.`);
  }
}

async function printPack({ repository, commit, task }, { mirrors, work, repomix }) {
  const name = repository.replace('/', '-');
  const mirror = mirrorOf(mirrors, repository);
  const parent = (await readGit(mirror, ['rev-parse', `${commit}^`])).toString('utf8').trim();
  const folder = join(work, name);
  await mkdir(folder, { recursive: true });
  await writeTree(mirror, parent, { folder });
  await writeHistory(mirror, parent, folder);
  const places = await changedPlaces(mirror, { id: commit, parent }, folder);
  const license = await licenseOf(folder, { repository, parent });
  const runtime = await createRuntime({
    ...{ workspaceRoot: folder, cacheFolder: join(work, 'caches', name), license: developmentLicense },
    configuration: { logging: { level: 'silent' }, context: { timeoutMs: maxPackMs } },
  });
  try {
    const packed = await runtime.pack(task, { budget: budgetTokens });
    const compared = { task, folder, places, budgetTokens };
    const plain = await placesOfPlainPack(runtime, compared);
    const whole = repomix === undefined ? undefined : await compareRepomix(repomix, runtime, compared);
    return {
      name,
      page: license && pageOf({ repository, commit, parent, task, packed, license }),
      summary: summaryOf(repository, packed, { places, plain, whole }),
    };
  } finally {
    await runtime.dispose();
  }
}

/** The licence that the printed lines are under, as their repository has it; `undefined` where it names none. */
async function licenseOf(folder, { repository, parent }) {
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/iu.test(name));
  if (file === undefined) return undefined;
  const text = await readFile(join(folder, file), 'utf8');
  const address = `https://github.com/${repository}/blob/${parent}/${file}`;
  if (text.length > maxLicenseLength) return `It is in [${file}](${address}).`;
  return `It is in [${file}](${address}):\n\n${fence(text.trimEnd(), 'text')}`;
}

function pageOf({ repository, commit, parent, task, packed, license }) {
  return `# ${repository}: ${task}

The pack for [\`${commit.slice(0, 10)}\`](https://github.com/${repository}/commit/${commit}) at \`${parent.slice(0, 10)}\`,
${format(packed.totalTokens)} of ${format(budgetTokens)} tokens, as a model reads it.
[Ten packs of real tasks](../ten-packs.md) says what is good and what is wrong with it.

${fence(packed.content.trimEnd(), 'text')}

The code is that of its authors, under the licence of their repository. ${license}
`;
}

/** What the page of all packs has of this one. */
function summaryOf(repository, { includedChunks, totalTokens }, { places, plain, whole }) {
  const bodies = includedChunks.filter(({ detailLevel }) => detailLevel === undefined);
  const outlined = includedChunks.filter(({ detailLevel }) => detailLevel !== undefined);
  const counts = [places, placesIn(places, bodies), placesIn(places, includedChunks), plain].map(
    ({ length }) => length,
  );
  const repomix = whole && [whole.firstPlaces.length, format(whole.tokens), whole.places.length];
  const shown = placesIn(places, includedChunks);
  const missing = places.filter((place) => !shown.includes(place));
  return [
    '',
    `${repository}: ${format(totalTokens)} tokens`,
    `| ${[repository, ...counts, ...(repomix ?? [])].join(' | ')} |`,
    ...bodies.map((chunk) => rowOf(chunk, places)),
    `outline: ${outlined.map(({ symbol, filePath }) => symbol ?? filePath).join(', ')}`,
    `missing: ${missing.map(({ path, first, last }) => `${path}:${first}-${last}`).join(', ')}`,
  ].join('\n');
}

function rowOf(chunk, places) {
  const { filePath, startLine, endLine, kind, symbol, tokenCount } = chunk;
  const lines = `\`${filePath}:${startLine}-${endLine}\``;
  const shown = placesIn(places, [chunk]).length > 0 ? `**${lines}**` : lines;
  return `| ${shown} | ${kind}${symbol === undefined ? '' : ` \`${symbol}\``} | ${tokenCount} |`;
}

function format(count) {
  return count.toLocaleString('en-US');
}

if (process.argv[1] === import.meta.filename) await main();
