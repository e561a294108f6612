/** A message of a panel to its page. */
export type PanelMessage = Readonly<Record<string, unknown>> & { readonly kind: string };

/**
 * The messages of a panel's event stream, up to the first of one of the kinds.
 *
 * @throws {RangeError} when the stream ends before
 */
export async function messagesUntil({ body }: Response, kinds: readonly string[]): Promise<readonly PanelMessage[]> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(part, { stream: true });
    const messages = [...text.matchAll(/^data: (.*)\n\n/gmu)].map(([, json = '']) => JSON.parse(json) as PanelMessage);
    const last = messages.findIndex(({ kind }) => kinds.includes(kind));
    if (last >= 0) return messages.slice(0, last + 1);
  }
  throw new RangeError(`No message is of the kind "${kinds.join('" or "')}": ${text}`);
}
