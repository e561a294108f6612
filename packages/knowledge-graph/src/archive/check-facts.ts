import type { CallOptions, KnowledgeFinding } from '@lexichord/abstractions';
import type { CheckTally } from '@lexichord/platform/internal';
import type { IDatabase } from '@lexichord/storage';

import { headKey } from '../store/fact-head.js';
import { type SurveyedFacts, surveyFacts } from './fact-survey.js';

/** Tallies of the checked facts. */
export interface FactTallies {
  readonly facts: CheckTally;
  readonly relationships: CheckTally;
}

/** The facts to check. */
export interface CheckedFacts {
  readonly database: IDatabase;
  readonly workspace: string;
}

const remedy =
  'Run "lexichord doctor --repair" to copy the table and remove unusable facts. Import the documents again, or restore the knowledge graph from a backup.';

/**
 * Checks that every fact of a workspace, current or past, can be read and is stored in its row, and that both ends of
 * each relationship exist.
 */
export async function checkFacts(
  { database, workspace }: CheckedFacts,
  { facts, relationships }: FactTallies,
  { signal }: CallOptions,
): Promise<void> {
  const onRows = (rows: number): void => facts.count(rows);
  const survey = await surveyFacts({ database, workspace }, { onRows, signal });
  relationships.count(survey.relationships);
  for (const { factId, problem } of survey.faults) {
    facts.find({ subject: factId, problem: `${problem} ${remedy}`, isMended: false });
  }
  for (const { factId, problem } of survey.looseEnds) {
    relationships.find({ subject: factId, problem: `${problem} ${remedy}`, isMended: false });
  }
  const { headProblem } = survey;
  if (headProblem !== undefined) {
    facts.find({ subject: headKey(workspace), problem: `${headProblem} ${remedy}`, isMended: false });
  }
}

/** Finds the damaged facts as a list; problems of the whole graph first. */
export async function findDamagedFacts(
  checked: CheckedFacts,
  options: CallOptions,
): Promise<readonly KnowledgeFinding[]> {
  return findingsOf(await surveyFacts(checked, options));
}

function findingsOf({ headProblem, faults, looseEnds }: SurveyedFacts): readonly KnowledgeFinding[] {
  return [
    ...(headProblem === undefined ? [] : [{ problem: `${headProblem} ${remedy}` }]),
    ...[...faults, ...looseEnds].map(({ factId, problem }) => ({ factId, problem: `${problem} ${remedy}` })),
  ];
}
