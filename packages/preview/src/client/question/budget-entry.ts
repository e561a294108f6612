/**
 * What a text in the budget's field stands for: tokens, `agent` for an empty one, `invalid` for anything that is no
 * number of tokens.
 */
export function budgetEntry(text: string): number | 'agent' | 'invalid' {
  // People copy numbers with their thousands apart.
  const digits = text.replace(/[\s,_]/gu, '');
  if (digits === '') return 'agent';
  const tokens = Number(digits);
  return Number.isSafeInteger(tokens) && tokens >= 1 ? tokens : 'invalid';
}
