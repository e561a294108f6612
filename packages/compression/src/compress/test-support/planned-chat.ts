import type { ChatOptions, ChatTurn, IChatCompletionService } from '@lexichord/abstractions';

/** Answers by what it is asked: for anchors, or for so many tokens of a level. */
export class PlannedChat implements IChatCompletionService {
  readonly id = 'planned';
  readonly asked: (readonly ChatTurn[])[] = [];

  constructor(
    private readonly plan: {
      readonly anchors?: (conversation: string) => Promise<string> | string;
      readonly level?: (conversation: string, options: ChatOptions) => Promise<string> | string;
    },
  ) {}

  async complete(turns: readonly ChatTurn[], options: ChatOptions): Promise<string> {
    this.asked.push(turns);
    const [task, conversation] = turns.map(({ content }) => content);
    const isForAnchors = task?.includes('JSON array') === true;
    const { anchors = () => '[]', level = () => '' } = this.plan;
    return isForAnchors ? anchors(conversation ?? '') : level(conversation ?? '', options);
  }
}
