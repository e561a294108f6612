/** Words that do not help a search, in lower case. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and are as at be between by can do does for from how i if in into is it its not of on or that the their ' +
    'then than there these this those to use used using via was we were what when where which who why with work ' +
    'works you'
  ).split(' '),
);
