/** Source of a pattern for the number that file readers and searches print before a line. */
export const lineNumber = String.raw`\d{1,7}[ \t]{0,2}(?:[→\t|:-]|\\t)[ \t]{0,40}`;
