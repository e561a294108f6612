import { PostingsPacker, indexWords, rarityOf, scoreWords } from '@lexichord/text-index';

// #region search
const texts = ['Parses the header of a request.', 'Draws the header of a page.', 'Closes the connection.'];
const packer = new PostingsPacker();
for (const text of texts) packer.add(indexWords(text));
const postings = packer.finish(Int32Array.from(texts.keys()), texts.length);

const query = new Map(indexWords('parse request headers').map((word) => [word, rarityOf(word, postings)]));
const scores = scoreWords(query, postings); // BM25 as a share of the best that there could be
console.log(texts[scores.indexOf(Math.max(...scores))]); // Parses the header of a request.
// #endregion

expect(console.log).toHaveBeenCalledWith(texts[0]);
