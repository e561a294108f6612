import { closesFencedCode, loadMarkdownParser, openingFence } from '@lexichord/markdown';

const text = '# Title\n\n```ts\n# not a heading\n```\n';
const lines = text.split('\n');

// #region read
const fence = openingFence('```ts'); // { character: '`', length: 3, indent: 0 }
console.log(lines.findIndex((line) => fence !== undefined && closesFencedCode(line, fence))); // 4

const { parseMarkdown, plainText } = await loadMarkdownParser();
const [heading] = parseMarkdown(text).children;
console.log(heading?.type, heading === undefined ? '' : plainText(heading)); // heading Title
// #endregion

expect(console.log).toHaveBeenNthCalledWith(1, 4);
expect(console.log).toHaveBeenNthCalledWith(2, 'heading', 'Title');
