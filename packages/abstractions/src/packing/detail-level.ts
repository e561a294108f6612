/**
 * Levels of detail of a chunk in a packed text, most detail first. `body`: its lines; `signature`: its declaration with
 * a line of its documentation; `name`: its kind and name; `path`: its path and lines.
 */
export const detailLevels = ['body', 'signature', 'name', 'path'] as const;

/** One of {@link detailLevels}. */
export type DetailLevel = (typeof detailLevels)[number];
