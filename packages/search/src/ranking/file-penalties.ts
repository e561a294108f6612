import { isProse } from '@lexichord/platform/internal';

import type { ChunkRecord } from '../corpus/chunk-record.js';
import type { penalties } from './ranking-weights.js';

/** Kinds of file that few queries are for. */
export type FilePenalty = keyof typeof penalties | 'barrel';

interface PenaltyRule {
  readonly penalty: FilePenalty;
  /** Pattern for the path in small letters. */
  readonly files: RegExp;
  /**
   * Pattern for the path with its case, if a capital decides: `LoginTest.java`, `UnitTests/` are tests, `Latest.java`
   * is none.
   */
  readonly namedFiles?: RegExp;
  /** A query with one of these words is for such files. */
  readonly askedBy: RegExp;
}

const rules: readonly PenaltyRule[] = [
  {
    penalty: 'test',
    files:
      /(?:^|\/)(?:tests?|testing|__tests__|specs?|testdata|tests?[_-]?fixtures?|tests?[_-]\w+|fixtures?|__mocks__|mocks?)\/|[._-](?:test|tests|spec)\.\w+$|(?:^|\/)(?:test_[^/]*|conftest)\.\w+$/u,
    namedFiles: /[\p{Ll}\p{N}]Tests?\.(?:java|cs|kt|swift|scala)$|[.\p{L}\p{N}]Tests?\//u,
    // A query with an AssertionError is for the code that raises it.
    askedBy: /\b(?:tests?|testing|tested|specs?|fixtures?|mock(?:s|ing|ed)?|assert(?!ionerror)\w*)\b/iu,
  },
  {
    penalty: 'example',
    files: /(?:^|\/)(?:examples?|samples?|demos?|bench(?:marks?)?|playground)\//u,
    askedBy: /\b(?:examples?|samples?|demos?|bench(?:mark)?(?:s|ing)?)\b/iu,
  },
  {
    penalty: 'generated',
    files:
      /(?:^|\/)(?:dist|build|out|generated|__generated__)\/|\.(?:min|bundle|generated|g|designer|pb)\.\w+$|_pb2?\.\w+$/u,
    askedBy: /\b(?:generated|bundled?|minified)\b/iu,
  },
  {
    penalty: 'vendored',
    files: /(?:^|\/)(?:vendor|vendored|third[_-]?party|node_modules|external|_vendor)\//u,
    askedBy: /\b(?:vendor(?:ed)?|third.party)\b/iu,
  },
  { penalty: 'stub', files: /\.(?:pyi|d\.[cm]?ts)$/u, askedBy: /\b(?:stubs?|typings?|declarations?)\b/iu },
  {
    penalty: 'data',
    files:
      /\.(?:json|jsonl|ya?ml|toml|lock|xml|cfg|ini|csv|svg|gradle|properties|bazel)$|(?:^|\/)licen[cs]e[^/.]*(?:\.(?:md|txt|rst))?$/u,
    askedBy:
      /\b(?:config(?:uration|ured?)?|settings?|package|dependenc\w+|workflow|pipeline|deploy\w*|licen[cs]e|json|ya?ml|toml|xml)\b/iu,
  },
  {
    penalty: 'manifest',
    files:
      /\.(?:gemspec|podspec|csproj|fsproj|vbproj|props|targets|gradle\.kts|sbt|cabal)$|(?:^|\/)(?:(?:rake|gem|make|docker|proc|brew)file|setup\.py|cmakelists\.txt|meson\.build)$/u,
    askedBy:
      /\b(?:config(?:uration|ured?)?|packag\w+|dependenc\w+|deploy\w*|buil[dt]\w*|compil\w+|install\w*|publish\w*|releas\w+|gems?|gem(?:spec|file)\w*|pod(?:s|spec|file)?|brewfile|procfile|(?:cs|fs|vb)proj|docker\w*|c?make\w*|meson|cabal|sbt|rake\w*|gradle|setup|bump\w*|upgrad\w*|versions?)\b/iu,
  },
  {
    penalty: 'record',
    files:
      /(?:^|\/)(?:changelog|changes|history|news|releases?|release[_-]notes?|whats[_-]?new)(?:(?:[._-][^/]*)?\.(?:md|mdx|rst|txt|adoc|html|json|ya?ml)|[_-][^/.]*)?$|(?:^|\/)(?:\.changeset|changelogs?(?:\.d)?|release[_-]?notes?|newsfragments|changes(?=\/\d+\.))\/|(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.ya?ml|packages\.lock\.json|go\.sum|[^/]+\.lockb?)$/u,
    askedBy:
      /\b(?:change.?logs?|releases?|released|versions?|upgrad\w*|migrat\w*|deprecat\w*|breaking|histor\w*|lock.?files?|dependenc\w*)\b/iu,
  },
  {
    penalty: 'prose',
    files: /\.(?:md|mdx|markdown|rst|adoc|txt)$/u,
    askedBy: /\b(?:docs?|documentation|documented|readme|guides?|tutorials?|changelog|explain\w*|manual|overview)\b/iu,
  },
];

/** Kinds of file outside the main code of a repository. */
const besideCode: ReadonlySet<FilePenalty> = new Set(['test', 'example', 'generated', 'vendored', 'stub']);

/** Whether a file contains tests, or fixtures and helpers of tests. */
export function isTestFile(filePath: string): boolean {
  return rules.some((rule) => rule.penalty === 'test' && isOfKind(filePath, rule));
}

/** Whether a file is no test, no example, not generated or vendored, and more than declarations of other code. */
export function isMainCode(filePath: string): boolean {
  return !rules.some((rule) => besideCode.has(rule.penalty) && isOfKind(filePath, rule));
}

function isOfKind(filePath: string, { files, namedFiles }: PenaltyRule): boolean {
  return files.test(filePath.toLowerCase()) || namedFiles?.test(filePath) === true;
}

/**
 * Makes a function for the kinds of a chunk's file that the query is not for.
 *
 * @param prefersProse the query is for documentation
 */
export function penaltiesFor(query: string, prefersProse: boolean): (record: ChunkRecord) => readonly FilePenalty[] {
  const unasked = rules.filter(
    ({ penalty, askedBy }) => !(penalty === 'prose' && prefersProse) && !askedBy.test(query),
  );
  return (record) => {
    const found = unasked.filter((rule) => isOfKind(record.filePath, rule)).map(({ penalty }) => penalty);
    return isBarrel(record) ? [...found, 'barrel'] : found;
  };
}

/** Whether a chunk only imports and exports; a section of prose never does. */
function isBarrel({ kind, definitions, language, filePath }: ChunkRecord): boolean {
  if (definitions.length > 0 || isProse(language)) return false;
  return kind === 'imports' || /(?:^|\/)(?:__init__\.py|index\.[cm]?[jt]sx?|package-info\.java)$/u.test(filePath);
}
