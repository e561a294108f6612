import { join } from 'node:path';

import { readCodeQuestions } from '../quality/code-questions.js';
import { readQuestions } from '../quality/retrieval-questions.js';
import type { BenchmarkInputs } from './benchmark-inputs.js';
import { installedPeers } from './environment-inputs.js';
import { writeApis } from './generated-apis.js';
import { writeChanges } from './generated-changes.js';
import { writeConversations } from './generated-conversations.js';
import { writeRepository } from './generated-repository.js';

/** Small inputs in the forms of the large ones, written into a folder when they are asked for. */
export function generatedInputs(folder: string): BenchmarkInputs {
  return {
    repository: async () => (await writeRepository(join(folder, 'inputs'))).repository,
    questions: async () => {
      const { questions, checkouts } = await writeRepository(join(folder, 'inputs'));
      return readQuestions(questions, checkouts);
    },
    changes: () => writeChanges(join(folder, 'inputs', 'changes')),
    codeQuestions: async () => {
      const { codeQuestions, checkouts } = await writeRepository(join(folder, 'inputs'));
      return readCodeQuestions(codeQuestions, checkouts);
    },
    apis: () => writeApis(join(folder, 'inputs')),
    conversations: () => writeConversations(join(folder, 'inputs')),
    ...installedPeers(),
    fuzzCases: undefined,
    copies: undefined,
    listsMisses: false,
  };
}
