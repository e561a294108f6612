import {
  type ChatOptions,
  type ChatTurn,
  ErrorCode,
  type IChatCompletionService,
  LexichordError,
} from '@lexichord/abstractions';
import { askServer } from '@lexichord/secrets/internal';
import { z } from 'zod';

/** Server and model to call. */
export interface OpenAiChatOptions {
  /** Address before `/chat/completions`. */
  readonly endpoint: string;
  readonly model: string;
  /** Sent as a bearer token; never logged or shown. */
  readonly apiKey?: string | undefined;
  /** Time limit of an answer, in milliseconds. */
  readonly timeoutMs: number;
}

const completion = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]).rest(z.unknown()),
});

/**
 * Requests answers from a server with OpenAI's protocol. The turns are only sent to the configured address. The
 * temperature is 0; still, a model may give different answers to one question.
 */
export class OpenAiChatService implements IChatCompletionService {
  readonly id: string;

  constructor(private readonly options: OpenAiChatOptions) {
    this.id = `openai:${options.model}`;
  }

  async complete(turns: readonly ChatTurn[], { maxTokens, signal }: ChatOptions): Promise<string> {
    const { endpoint, model, apiKey, timeoutMs } = this.options;
    // Servers reject half of a surrogate pair.
    const messages = turns.map(({ role, content }) => ({ role, content: content.toWellFormed() }));
    const failed = this.failed.bind(this);
    const answer = await askServer(
      {
        address: `${endpoint.replace(/\/+$/u, '')}/chat/completions`,
        ...{ apiKey, timeoutMs, failed },
        body: { model, messages, max_tokens: maxTokens, temperature: 0 },
        texts: messages.map(({ content }) => content),
      },
      signal,
    );
    const content = completion.safeParse(answer).data?.choices[0].message.content.trim();
    if (content === undefined) throw failed('sent a response in an unexpected format');
    if (content === '') throw failed('sent an empty answer');
    return content;
  }

  private failed(what: string, cause?: unknown): LexichordError {
    const { model } = this.options;
    return new LexichordError(
      ErrorCode.chatFailed,
      `The chat server (model ${model}) ${what}. Check the address, the model and the key that are configured for it.`,
      { details: { model }, cause },
    );
  }
}
