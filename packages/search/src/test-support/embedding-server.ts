import { type PlannedAnswer, PlannedServer, type SeenRequest } from '@lexichord/testing';

/** What both protocols send. */
export interface EmbeddingRequest {
  readonly model: string;
  readonly input: readonly string[];
}

/** A server on this machine that speaks OpenAI's and Ollama's protocols: vectors of three numbers. */
export function startEmbeddingServer(): Promise<PlannedServer<EmbeddingRequest>> {
  return PlannedServer.start(vectorsFor);
}

function vectorsFor({ path, body: { input } }: SeenRequest<EmbeddingRequest>): PlannedAnswer {
  const vectors = input.map((text) => [text.length, text.charCodeAt(0), 1]);
  if (path === '/api/embed') return { body: JSON.stringify({ embeddings: vectors }) };
  // Not in their order, which the protocol allows.
  const data = vectors.map((embedding, index) => ({ index, embedding })).reverse();
  return { body: JSON.stringify({ data }) };
}
