/** Words of a task that say nothing about what it is about, in small letters. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a about after all also am an and any are as at be because been before being but by can cannot could did do does ' +
    'doing for from had has have having he her here his how i if in into is it its itself let me my no nor not of off ' +
    'on onto or our out over please shall she should so some such than that the their them then there these they ' +
    'this those through to too until up upon us very via was we were what when where whether which while who whom ' +
    'whose why will with within without would you your'
  ).split(' '),
);
