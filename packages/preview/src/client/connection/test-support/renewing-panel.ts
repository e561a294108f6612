import { type RenewalQuestion, answerRenewal } from '../../../protocol/renewal.js';

/** Key that pages of a test were given when they were loaded. */
export const pageKey = 'k'.repeat(43);

/** The answer of a panel that knows the page, to a request of the page. */
export async function renewingAnswer(
  body: unknown,
  address: string,
  { key = pageKey, port = 4_747 }: { readonly key?: string; readonly port?: number } = {},
): Promise<Response> {
  const question = JSON.parse(String(body)) as RenewalQuestion;
  return Response.json(await answerRenewal({ key, port }, question, { address, key: pageKey }));
}
