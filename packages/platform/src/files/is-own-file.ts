/** Numeric id of the administrator, who can write everywhere anyway. */
const administratorId = 0;

/**
 * Whether this user, or the administrator, made a file: on a shared machine others may have put one where ours are
 * looked for. Always true where the system has no owners (Windows).
 *
 * @param ownerId of the file, as `lstat` gives it
 * @param userId default: of the process
 */
export function isOwnFile(ownerId: number, userId = process.getuid?.()): boolean {
  return userId === undefined || ownerId === userId || ownerId === administratorId;
}
