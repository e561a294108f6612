declare module 'wink-porter2-stemmer' {
  /** Returns the stem of a lower-case English word. */
  function stem(word: string): string;
  export { stem as default };
}
