/** Numeric id of the administrator, who can write everywhere anyway. */
const administratorId = 0;

/**
 * Whether a file belongs to this user or the administrator: on a shared machine others may have placed files at our
 * paths. Always true on a system without owners (Windows).
 *
 * @param ownerId owner of the file, from `lstat`
 * @param userId default: user of the process
 */
export function isOwnFile(ownerId: number, userId = process.getuid?.()): boolean {
  return userId === undefined || ownerId === userId || ownerId === administratorId;
}
