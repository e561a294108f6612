import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
const page = readFileSync(new URL('../specifications.md', import.meta.url), 'utf8');

/** One item of the page. */
interface PageItem {
  readonly document: string;
  readonly cited: string;
  readonly text: string;
}

const documents = ['SBD-072', 'DES-072c', 'T-016', 'KG-e', 'COMP-06'];
/** One place in a document, or several: `§3.2`, `AC-020..029`, `FR-016-86`, `-87` behind it, `threat 4`. */
const place = String.raw`§\d+(?:\.\d+)*|(?:AC|N?FR-016)-\d+(?:\.\.\d+)?|-\d{2,3}|(?:threat|troubleshooting) \d+`;
/** A document and the places behind it, over the end of a comment's line too. */
const citation = new RegExp(
  String.raw`(${documents.join('|')})((?:[\s*]*(?:,|;|and|to)?[\s*]*(?:${place}))+)|\b((?:AC-\d{3}|N?FR-016-\d+)(?:\.\.\d+)?)`,
  'gu',
);

/** Every place by itself, as `AC-20`: ranges are spelt out. */
function placesIn(text: string): readonly string[] {
  let series = '';
  return [...text.matchAll(new RegExp(place, 'gu'))].flatMap(([found]) => {
    const { kind, first, last } =
      /^(?<kind>.*?)(?<first>\d+)(?:\.\.(?<last>\d+))?$/u.exec(found.replace(/^-/u, series))?.groups ?? {};
    if (found.startsWith('§')) return [found];
    series = kind ?? '';
    const from = Number(first);
    return Array.from({ length: Number(last ?? first) - from + 1 }, (_, index) => `${series}${from + index}`);
  });
}

/** Places by document. One that names no document is of T-016, whose numbers no other document has. */
function citationsIn(text: string): readonly string[] {
  return [...text.matchAll(citation)].flatMap(([, document = 'T-016', places, alone = '']) =>
    placesIn(places ?? alone).map((one) => `${document} ${one}`),
  );
}

function sourceFiles(): readonly string[] {
  return readdirSync(packages)
    .map((name) => `${packages}${name}/src`)
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith('.ts'));
}

/** The page's items by document: the places that each explains, and the code and tests that it names. */
const rows = page.split(/^## /mu).flatMap((section) => {
  const document = documents.find((name) => section.startsWith(`${name}\n`));
  const items = section.matchAll(/^- \*\*(?<cited>[^*]+)\*\*: (?<text>[^]*?)(?=^- |^$|$(?![^]))/gmu);
  return document === undefined ? [] : [...items].map(({ groups = {} }) => ({ document, ...groups }) as PageItem);
});

describe('docs/specifications.md', () => {
  it('explains every place that a source file cites', () => {
    const explained = new Set(
      rows.flatMap(({ document, cited }) => placesIn(cited).map((one) => `${document} ${one}`)),
    );

    const unexplained = sourceFiles().flatMap((file) =>
      citationsIn(readFileSync(file, 'utf8'))
        .filter((cited) => !explained.has(cited))
        .map((cited) => `${cited} in ${file.slice(packages.length)}`),
    );

    expect([...new Set(unexplained)]).toEqual([]);
  });

  it('names files that exist', () => {
    const named = rows.flatMap(({ text }) => [...text.matchAll(/`([a-z-]+)\/([^`*]+)`/gu)]);
    const missing = named.filter(([, name = '', path = '']) => !existsSync(`${packages}${name}/src/${path}`));

    expect(named.length).toBeGreaterThan(300);
    expect(missing.map(([path]) => path)).toEqual([]);
  });

  it('reads citations as they are written', () => {
    expect(citationsIn('(T-016 FR-016-86, -87\n * and -120, threat 4; AC-023..025), SBD-072 §2.1, §8')).toEqual([
      'T-016 FR-016-86',
      'T-016 FR-016-87',
      'T-016 FR-016-120',
      'T-016 threat 4',
      'T-016 AC-23',
      'T-016 AC-24',
      'T-016 AC-25',
      'SBD-072 §2.1',
      'SBD-072 §8',
    ]);
    expect(citationsIn("it('AC-046: counts')")).toEqual(['T-016 AC-46']);
  });
});
