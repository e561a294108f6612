/**
 * How much of a chunk a packed text shows, most first. `body`: its lines; `signature`: its declaration with a line of its
 * documentation; `name`: its kind and name; `path`: where it is.
 */
export const detailLevels = ['body', 'signature', 'name', 'path'] as const;

/** One of {@link detailLevels}. */
export type DetailLevel = (typeof detailLevels)[number];
