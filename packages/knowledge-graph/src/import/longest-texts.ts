/** Longest description that is kept, in UTF-16 units. */
export const maxDescriptionLength = 2_000;

/** Longest description of a field, a header and the like. */
export const maxFieldDescriptionLength = 300;
