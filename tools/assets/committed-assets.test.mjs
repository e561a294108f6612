import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const assets = JSON.parse(readFileSync(new URL('committed-assets.json', import.meta.url), 'utf8'));

/** What all versions of the listed files may take in the history together; ADR 0064. */
const maxHistoryBytes = 20_000_000;
/** From here on a committed file has to be in the list. Pictures, the lock file and test data are below, or named. */
const maxUnlistedBytes = 1_000_000;

describe('committed assets', () => {
  it.each(assets)('$file is the newest version of the list', ({ file, versions }) => {
    const bytes = readFileSync(`${root}${file}`);

    expect({ sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }).toEqual({
      sizeBytes: versions.at(-1).sizeBytes,
      sha256: versions.at(-1).sha256,
    });
  });

  it.each(assets)('$file has a version for each content, and names its generator', ({ madeBy, versions }) => {
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_version, index) => index + 1));
    expect(new Set(versions.map(({ sha256 }) => sha256)).size).toBe(versions.length);
    expect(existsSync(`${root}${madeBy}`)).toBe(true);
  });

  it('take no more of the history than was decided', () => {
    const historyBytes = assets.flatMap(({ versions }) => versions).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

    expect(historyBytes).toBeLessThanOrEqual(maxHistoryBytes);
  });

  it('are the only large files that are committed', () => {
    const listed = new Set(assets.map(({ file }) => file));
    const committed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');

    const large = committed
      .filter((file) => file !== '' && existsSync(`${root}${file}`))
      .filter((file) => statSync(`${root}${file}`).size > maxUnlistedBytes);

    expect(large.filter((file) => !listed.has(file))).toEqual([]);
  });
});
