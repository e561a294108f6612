/**
 * The relation of a chunk to the packed change. `summary`: the list of changed files; `changed`: changed lines with
 * their definition; `before`: removed lines alone; `caller`: uses a changed definition; `test`: tests one; `together`:
 * files that usually change with these; `document`: names a changed definition.
 */
export const changeRoles = ['summary', 'changed', 'before', 'caller', 'test', 'together', 'document'] as const;

/** One of {@link changeRoles}. */
export type ChangeRole = (typeof changeRoles)[number];

/** Why a chunk is in the pack of a change. */
export interface ChangeRelation {
  readonly role: ChangeRole;
  /** A short reason for the text: `calls priceOf, whose signature changed`. Empty if the role suffices. */
  readonly note: string;
  /**
   * Whether the content is that of a unified difference: each line with ` `, `-` or `+` before it. The chunk's lines
   * are those after the change, or with the role `before` those before it. Absent: unmarked lines.
   */
  readonly isMarked?: boolean | undefined;
}

/** Whether the content of a chunk is from git; it may then differ from the present file. */
export function isFromGit({ relation }: { readonly relation?: ChangeRelation | undefined }): boolean {
  return relation !== undefined && gitRoles.has(relation.role);
}

const gitRoles: ReadonlySet<ChangeRole> = new Set(['summary', 'changed', 'before']);
