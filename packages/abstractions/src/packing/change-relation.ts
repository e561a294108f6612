/**
 * The relation of a chunk to the packed change. `summary`: the list of changed files; `changed`: changed lines with their
 * definition; `before`: removed lines alone; `caller`: uses what changed; `test`: tests what changed; `together`: files
 * that usually change with these; `document`: names what changed.
 */
export const changeRoles = ['summary', 'changed', 'before', 'caller', 'test', 'together', 'document'] as const;

/** One of {@link changeRoles}. */
export type ChangeRole = (typeof changeRoles)[number];

/** Why a chunk is in the pack of a change. */
export interface ChangeRelation {
  readonly role: ChangeRole;
  /** In a few words, for the text: `calls priceOf, whose signature changed`. Empty where the role suffices. */
  readonly note: string;
  /**
   * Whether the content is that of a unified difference: each line with ` `, `-` or `+` before it. The chunk's lines are
   * those after the change, or with the role `before` those before it. Absent: the lines are as they are.
   */
  readonly isMarked?: boolean | undefined;
}

/** Whether the content of a chunk is from git: then it need not be what the file of its path holds now. */
export function isFromGit({ relation }: { readonly relation?: ChangeRelation | undefined }): boolean {
  return relation !== undefined && gitRoles.has(relation.role);
}

const gitRoles: ReadonlySet<ChangeRole> = new Set(['summary', 'changed', 'before']);
