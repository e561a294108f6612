/** Source of a pattern for the number that readers of files and searches put before a line. */
export const lineNumber = String.raw`\d{1,7}[ \t]{0,2}(?:[→\t|:-]|\\t)[ \t]{0,40}`;
