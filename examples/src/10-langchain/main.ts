import { BaseListChatMessageHistory } from '@langchain/core/chat_history';
import { Document } from '@langchain/core/documents';
import { type BaseMessage, SystemMessage } from '@langchain/core/messages';
import { BaseRetriever } from '@langchain/core/retrievers';
import { TextSplitter } from '@langchain/textsplitters';
import { type IChunker, type ILexichordFacade, isLexichordError } from '@lexichord/abstractions';

/** Retrieves what a question needs of a workspace, best first, within a budget and without secrets. */
export class PackRetriever extends BaseRetriever {
  lc_namespace = ['lexichord'];

  /** @param budget tokens that all documents have together, at most */
  constructor(
    private readonly lexichord: ILexichordFacade,
    private readonly budget: number,
  ) {
    super();
  }

  override async _getRelevantDocuments(query: string): Promise<Document[]> {
    const { includedChunks } = await this.lexichord.pack(query, { budget: this.budget });
    return includedChunks.map(
      ({ id, content, filePath, startLine, endLine, rankScore }) =>
        new Document({ id, pageContent: content, metadata: { source: filePath, startLine, endLine, rankScore } }),
    );
  }
}

/** Cuts texts of one language at functions, classes and sections; together the parts are the text. */
export class StructureSplitter extends TextSplitter {
  constructor(
    private readonly chunker: IChunker,
    private readonly file: { readonly filePath: string; readonly language: string },
  ) {
    super({ chunkOverlap: 0 });
  }

  override async splitText(text: string): Promise<string[]> {
    const { chunks } = await this.chunker.chunk({ ...this.file, content: text });
    return chunks.map(({ content }) => content);
  }
}

const roles: Readonly<Record<string, string>> = { human: 'user', ai: 'assistant' };

/**
 * Stores a conversation in full, and gives of it what matters to the last message of the user: the last turns, the parts
 * that are relevant to it, and summaries of the rest, within a budget.
 */
export class RecalledHistory extends BaseListChatMessageHistory {
  lc_namespace = ['lexichord'];
  private question = '';

  /** @param budget tokens that the recalled text has at most */
  constructor(
    private readonly lexichord: ILexichordFacade,
    private readonly conversation: { readonly id: string; readonly budget: number },
  ) {
    super();
  }

  override async addMessage(message: BaseMessage): Promise<void> {
    await this.addMessages([message]);
  }

  override async addMessages(messages: BaseMessage[]): Promise<void> {
    this.question = messages.findLast(({ type }) => type === 'human')?.text ?? this.question;
    const added = messages.map(({ id, type, text }) => ({ id, role: roles[type] ?? type, content: text }));
    await this.lexichord.memory.add(this.conversation.id, added);
  }

  override async getMessages(): Promise<BaseMessage[]> {
    const { id, budget } = this.conversation;
    try {
      const { content } = await this.lexichord.memory.recall(id, this.question, { budget });
      return content === '' ? [] : [new SystemMessage(`Of the conversation so far:\n\n${content}`)];
    } catch (error) {
      if (isLexichordError(error) && error.code === 'not-found') return [];
      throw error;
    }
  }

  override async clear(): Promise<void> {
    await this.lexichord.memory.remove(this.conversation.id);
  }
}
