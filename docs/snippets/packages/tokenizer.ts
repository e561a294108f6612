import { BpeTokenCounter, encodingForModel } from '@lexichord/tokenizer';

// #region count
const counter = new BpeTokenCounter({ encoding: encodingForModel('gpt-4o').encoding });

console.log(counter.countTokens('A budget is a promise.')); // 6
const { content, tokenCount } = counter.truncateToTokens('One sentence. And another one.', 4);
console.log(content, tokenCount);
// #endregion

expect(console.log).toHaveBeenCalledWith(6);
expect(console.log).toHaveBeenCalledWith('One sentence.', 3);
