import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { pick, seededRandom } from '../seeded-random.js';
import { type GeneratedLanguage, generatedCode, sentence } from '../speed/generated-code.js';

/** Each has a file whose code no other file is about. */
const subjects = ['quagga', 'tapir', 'okapi', 'ibex', 'narwhal', 'heron', 'lemur', 'bison'] as const;

const name = 'animals';
const fileLength = 3_000;

/** Folders of a generated repository. */
export interface GeneratedRepository {
  readonly repository: string;
  /** Questions about it, in the form of the Semble benchmark. */
  readonly questions: string;
  /** The same questions, in the form of those that are committed. */
  readonly codeQuestions: string;
  /** The folder that holds the repository under its name. */
  readonly checkouts: string;
}

/** Writes a small repository, and a question about each subject with the lines that answer it. */
export async function writeRepository(folder: string): Promise<GeneratedRepository> {
  const [checkouts, questions] = [join(folder, 'checkouts'), join(folder, 'questions')];
  const codeQuestions = join(folder, 'code-questions');
  const repository = join(checkouts, name);
  const annotations: object[] = [];
  const placed: object[] = [];
  for (const [index, subject] of subjects.entries()) {
    const { path, text, startLine, endLine } = subjectFile(subject, index);
    await writeText(join(repository, path), text);
    const query = `how does the keeper feed the ${subject}`;
    const answers = [{ file: path, startLine, endLine, why: 'is about it' }];
    placed.push({ id: subject, kind: 'generated', question: query, answers });
    annotations.push({
      query,
      category: 'generated',
      relevant: [{ path, start_line: startLine, end_line: endLine }],
    });
  }
  await writeText(join(questions, 'repos.json'), JSON.stringify([{ name, language: 'typescript' }]));
  await writeText(join(questions, 'annotations', `${name}.json`), JSON.stringify(annotations));
  const pinned = { name, address: 'generated', commit: '0'.repeat(40), language: 'typescript', licence: 'MIT' };
  await writeText(join(codeQuestions, 'repositories.json'), JSON.stringify([pinned]));
  await writeText(join(codeQuestions, name, 'code.json'), JSON.stringify(placed));
  return { repository, questions, codeQuestions, checkouts };
}

interface SubjectFile {
  readonly path: string;
  readonly text: string;
  /** Lines about the subject, 1-based and inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

function subjectFile(subject: string, index: number): SubjectFile {
  const random = seededRandom(40 + index);
  const language = pick(random, ['typescript', 'python', 'markdown'] as const);
  const before = `${generatedCode(language, fileLength, random)}\n\n`;
  const about = subjectText(subject, language);
  const startLine = before.split('\n').length;
  return {
    path: `src/${['one', 'two', 'three'][index % 3] ?? ''}/part-${index}.${endings[language]}`,
    text: `${before}${about}\n\n${sentence(random)}\n`,
    startLine,
    endLine: startLine + about.split('\n').length - 1,
  };
}

const endings: Readonly<Record<GeneratedLanguage, string>> = { typescript: 'ts', python: 'py', markdown: 'md' };

function subjectText(subject: string, language: GeneratedLanguage): string {
  const about = `The keeper feeds the ${subject} twice a day, and weighs what it leaves.`;
  return {
    typescript: `/** ${about} */\nexport function feed_${subject}(keeper: Keeper): number {\n  return keeper.weigh(keeper.feed('${subject}'));\n}`,
    python: `def feed_${subject}(keeper):\n    """${about}"""\n    return keeper.weigh(keeper.feed("${subject}"))`,
    markdown: `## Feeding the ${subject}\n\n${about}`,
  }[language];
}

async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
