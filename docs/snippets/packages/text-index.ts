import { TextIndexBuilder, indexWords } from '@lexichord/text-index';

// #region search
const texts = ['Parses the header of a request.', 'Draws the header of a page.', 'Closes the connection.'];
const builder = new TextIndexBuilder();
for (const text of texts) builder.count(indexWords(text)).endDocument();
const index = builder.build();

const words = new Map(indexWords('parse request headers').map((word) => [word, index.rarityOf(word)]));
const scores = index.scoreWords(words); // BM25 as a share of the best that there could be
console.log(texts[scores.indexOf(Math.max(...scores))]); // Parses the header of a request.
// #endregion

expect(console.log).toHaveBeenCalledWith(texts[0]);
