import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { repository } from './code-blocks.js';

const folder = join(repository, 'benchmarks/questions');
const dataSheet = readFileSync(join(folder, 'README.md'), 'utf8');

interface Repository {
  readonly name: string;
  readonly address: string;
  readonly commit: string;
  readonly licence: string;
}

interface Question {
  readonly id: string;
  readonly kind: string;
  readonly question: string;
  readonly answers: readonly {
    readonly file: string;
    readonly startLine: number;
    readonly endLine: number;
    readonly why: string;
  }[];
}

function readQuestions(...path: readonly string[]): readonly Question[] {
  return JSON.parse(readFileSync(join(folder, ...path), 'utf8')) as readonly Question[];
}

const repositories = JSON.parse(readFileSync(join(folder, 'repositories.json'), 'utf8')) as readonly Repository[];
const questions = repositories.flatMap(({ name }) =>
  readdirSync(join(folder, name))
    .sort()
    .flatMap((file) => readQuestions(name, file).map((question) => ({ repository: name, ...question }))),
);

/** The cells of the row of the data sheet that starts with a cell. */
function rowOf(first: string): readonly string[] {
  const row = dataSheet.split('\n').find((line) => line.startsWith(`| \`${first}\``)) ?? '';
  return row.split('|').map((cell) => cell.trim());
}

describe('questions about TypeScript repositories', () => {
  it('are in the folders of the pinned repositories', () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

    expect(folders.map(({ name }) => name).sort()).toEqual(repositories.map(({ name }) => name).sort());
  });

  it('have ids of their repository, each once', () => {
    const ids = questions.map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
    expect(questions.filter(({ id, repository: name }) => !new RegExp(`^${name}-\\d\\d$`, 'u').test(id))).toEqual([]);
  });

  it('have one to three answers with a file of a repository, lines in order and a reason', () => {
    const wrong = questions.filter(
      ({ answers }) =>
        answers.length === 0 ||
        answers.length > 3 ||
        answers.some(
          ({ file, startLine, endLine, why }) =>
            !/^(?:[\w.-]+\/)+[\w.-]+\.tsx?$/u.test(file) ||
            !Number.isInteger(startLine) ||
            !Number.isInteger(endLine) ||
            startLine < 1 ||
            endLine < startLine ||
            endLine - startLine > 150 ||
            why === '',
        ),
    );

    expect(wrong).toEqual([]);
  });

  it('are each asked once', () => {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(100);
  });

  it('are counted by kind in the data sheet', () => {
    const counts = new Map<string, number>();
    for (const { kind } of questions) counts.set(kind, (counts.get(kind) ?? 0) + 1);

    const told = [...counts.keys()].map((kind) => [kind, Number(rowOf(kind)[2])]);

    expect(told).toEqual([...counts]);
    expect(counts.size).toBe(10);
  });

  it.each(repositories)('has $name with its commit, licence and count in the data sheet', (pinned) => {
    const count = questions.filter(({ repository: name }) => name === pinned.name).length;

    const [, , address, commit, licence, told] = rowOf(pinned.name);

    expect(address).toContain(`(${pinned.address})`);
    expect([commit, licence, told]).toEqual([`\`${pinned.commit.slice(0, 12)}\``, pinned.licence, String(count)]);
    expect(pinned.commit).toMatch(/^[\da-f]{40}$/u);
  });

  it.each(['code', 'queries'])('do not name in %s.json the file of the answer', (file) => {
    const named = repositories.flatMap(({ name }) =>
      readQuestions(name, `${file}.json`).filter(({ question, answers }) =>
        answers.some(({ file: path }) => question.includes(path.slice(path.lastIndexOf('/') + 1))),
      ),
    );

    expect(named).toEqual([]);
  });
});
