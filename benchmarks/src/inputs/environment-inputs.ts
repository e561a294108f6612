import type { ChangeInputs } from '../quality/change-cases.js';
import { committedQuestions, readCodeQuestions } from '../quality/code-questions.js';
import { readQuestions } from '../quality/retrieval-questions.js';
import type { BenchmarkInputs } from './benchmark-inputs.js';

/** The inputs that the environment names; CONTRIBUTING lists the variables. */
export function environmentInputs(): BenchmarkInputs {
  const { env } = process;
  const { LEXICHORD_QUESTIONS: questions, LEXICHORD_CHECKOUTS: checkouts } = env;
  const { LEXICHORD_FUZZ_CASES: fuzzCases } = env;
  const { LEXICHORD_APIS: descriptions, LEXICHORD_WORDNET: wordNet } = env;
  const codeQuestions = () => readCodeQuestions(committedQuestions, env['LEXICHORD_REPOSITORIES']);
  return {
    repository: () => Promise.resolve(env['LEXICHORD_REPOSITORY']),
    questions: async () => {
      if (questions !== undefined && checkouts !== undefined) return readQuestions(questions, checkouts);
      const { repositories } = await codeQuestions();
      return repositories.length > 0 ? repositories : undefined;
    },
    changes: () => Promise.resolve(changesOf(env)),
    codeQuestions,
    apis: () =>
      Promise.resolve(descriptions === undefined || wordNet === undefined ? undefined : { descriptions, wordNet }),
    conversations: () => Promise.resolve(env['LEXICHORD_CONVERSATIONS']),
    ...installedPeers(),
    fuzzCases: fuzzCases === undefined ? undefined : Number(fuzzCases),
    copies: env['LEXICHORD_COPIES']?.split(',').map(Number),
    listsMisses: env['LEXICHORD_MISSES'] !== undefined,
  };
}

function changesOf(env: NodeJS.ProcessEnv): ChangeInputs | undefined {
  const { LEXICHORD_CHANGES: cases, LEXICHORD_MIRRORS: mirrors, LEXICHORD_CHANGES_WORK: work } = env;
  if (cases === undefined || mirrors === undefined || work === undefined) return undefined;
  const { LEXICHORD_MAX_CHANGES: max } = env;
  return { cases, mirrors, work, maxPerRepository: max === undefined ? undefined : Number(max) };
}

/** Programs of others, which are measured where they are installed. */
export function installedPeers(): Pick<BenchmarkInputs, 'repomix' | 'peers'> {
  return { repomix: process.env['LEXICHORD_REPOMIX'], peers: process.env['LEXICHORD_PEERS'] };
}
