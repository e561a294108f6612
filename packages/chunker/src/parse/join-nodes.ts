import { nodeFields, nodeStride } from '../../worker/parse-protocol.mjs';

/** Which numbers of a node are offsets, -1 where there is none. */
const offsetFields = [nodeFields.start, nodeFields.end, nodeFields.nameStart, nodeFields.nameEnd] as const;

/**
 * Puts the nodes of a text's pieces (`ParseOutcome.nodes`) together.
 *
 * @param pieces in order; `start` is where the piece begins in the text, in UTF-16 units
 */
export function joinNodes(pieces: readonly { readonly nodes: Int32Array; readonly start: number }[]): Int32Array {
  const joined = new Int32Array(pieces.reduce((sum, { nodes }) => sum + nodes.length, 0));
  let at = 0;
  for (const { nodes, start } of pieces) {
    joined.set(nodes, at);
    const end = at + nodes.length;
    for (; at < end; at += nodeStride) {
      for (const field of offsetFields) {
        const offset = joined[at + field] as number;
        if (offset >= 0) joined[at + field] = offset + start;
      }
    }
  }
  return joined;
}
