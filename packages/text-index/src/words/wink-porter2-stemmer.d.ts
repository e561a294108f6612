declare module 'wink-porter2-stemmer' {
  /** The stem of an English word in small letters. */
  function stem(word: string): string;
  export { stem as default };
}
