import type { ChangeInputs } from '../quality/change-cases.js';
import type { CodeQuestions } from '../quality/code-questions.js';
import type { RepositoryQuestions } from '../quality/retrieval-questions.js';

/** Descriptions of APIs, and words to ask about them with. */
export interface ApiInputs {
  /** Folder with OpenAPI descriptions. */
  readonly descriptions: string;
  /** Folder with the files of WordNet 3.1. */
  readonly wordNet: string;
}

/** What benchmarks read that is no part of this repository. `undefined`: there is none. */
export interface BenchmarkInputs {
  /** A folder with a repository. */
  readonly repository: () => Promise<string | undefined>;
  /** Repositories with labelled questions about them. */
  readonly questions: () => Promise<readonly RepositoryQuestions[] | undefined>;
  /** Changes that were made to repositories. */
  readonly changes: () => Promise<ChangeInputs | undefined>;
  /** The questions of this repository, about what is checked out. */
  readonly codeQuestions: () => Promise<CodeQuestions>;
  readonly apis: () => Promise<ApiInputs | undefined>;
  /** A folder with conversations and questions about them. */
  readonly conversations: () => Promise<string | undefined>;
  /** The executable of repomix. */
  readonly repomix: string | undefined;
  /** A folder into which the packages of other searches are installed. */
  readonly peers: string | undefined;
  /** Random cases of a fuzz at full size, in each encoding; 10,000 if there is no number. */
  readonly fuzzCases: number | undefined;
  /** Copies of the repository that are measured side by side, ascending. */
  readonly copies: readonly number[] | undefined;
  /** Whether questions without a good answer are listed. */
  readonly listsMisses: boolean;
}
