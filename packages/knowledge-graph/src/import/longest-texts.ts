/** Longest description that is kept, in UTF-16 units. */
export const longestDescription = 2_000;

/** Longest description of a field, a header and the like. */
export const longestFieldDescription = 300;
