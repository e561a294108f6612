import {
  type ContextFragment,
  type ContextGatheringRequest,
  type CustomStrategy,
  ErrorCode,
  type GatherOptions,
  type IContextStrategy,
  IEditorService,
  ITokenCounter,
  type NothingGathered,
  type ShortenOptions,
  hasDocument,
  isLexichordError,
  isNothingGathered,
} from '@lexichord/abstractions';

// #region declare
/** What is known of the strategy before it is built, and how it is built. This is what a host registers. */
export function openTasksStrategy(taskFile = 'TODO.md'): CustomStrategy {
  return {
    strategyId: 'open-tasks',
    displayName: 'Open Tasks',
    // Between the style rules (50) and the conversation (40).
    priority: 45,
    maxTokens: 400,
    create: (services) =>
      new OpenTasksStrategy(taskFile, services.resolve(IEditorService), services.resolve(ITokenCounter)),
  };
}
// #endregion

/**
 * The tasks of a checklist that are still open, `- [ ] …`. Those that name the open document come first, so that they
 * are what stays when there is little room.
 */
export class OpenTasksStrategy implements IContextStrategy {
  readonly strategyId = 'open-tasks';
  readonly displayName = 'Open Tasks';
  readonly priority = 45;
  readonly maxTokens = 400;

  constructor(
    private readonly taskFile: string,
    private readonly editor: IEditorService,
    private readonly tokenCounter: ITokenCounter,
  ) {}

  // #region gather
  /** @throws what the editor throws for a file that must not or cannot be read; the assembly then names it */
  async gather(
    request: ContextGatheringRequest,
    { maxTokens, signal }: GatherOptions,
  ): Promise<ContextFragment | NothingGathered> {
    signal?.throwIfAborted();
    const list = await this.readList(signal);
    if (list === undefined) return { nothing: 'empty', message: `There is no ${this.taskFile} in this workspace.` };
    const tasks = openTasksOf(list);
    if (tasks.length === 0) return { nothing: 'empty', message: `Nothing is open in ${this.taskFile}.` };

    const documentName = hasDocument(request) ? request.documentPath.split('/').at(-1) : undefined;
    const isAbout = (task: string): boolean => documentName !== undefined && task.includes(documentName);
    const ranked = [...tasks.filter(isAbout), ...tasks.filter((task) => !isAbout(task))];

    const shown = this.thoseThatFit(ranked, maxTokens);
    if (shown.length === 0) return { nothing: 'empty', message: `No open task fits into ${maxTokens} tokens.` };
    const content = shown.join('\n');
    return {
      sourceId: this.strategyId,
      label: this.displayName,
      content,
      tokenEstimate: this.tokenCounter.countTokens(content),
      relevance: tasks.some(isAbout) ? 0.9 : 0.4,
      metadata: { path: this.taskFile, open: tasks.length, shown: shown.length },
    };
  }
  // #endregion

  /** Fewer whole tasks, where a plain cut would end in the middle of one. */
  async shorten(
    _fragment: ContextFragment,
    maxTokens: number,
    { request, signal }: ShortenOptions,
  ): Promise<ContextFragment | undefined> {
    const shorter = await this.gather(request, { maxTokens, signal });
    return isNothingGathered(shorter) ? undefined : shorter;
  }

  /** Through the editor service, so that unsaved changes count and the workspace guard decides what may be read. */
  private async readList(signal: AbortSignal | undefined): Promise<string | undefined> {
    try {
      return await this.editor.getContent(this.taskFile, { signal });
    } catch (error) {
      if (isLexichordError(error) && error.code === ErrorCode.notFound) return undefined;
      throw error;
    }
  }

  private thoseThatFit(tasks: readonly string[], maxTokens: number): readonly string[] {
    let count = tasks.length;
    while (count > 0 && this.tokenCounter.countTokens(tasks.slice(0, count).join('\n')) > maxTokens) count -= 1;
    return tasks.slice(0, count);
  }
}

function openTasksOf(list: string): readonly string[] {
  return list
    .split(/\r\n|\r|\n/u)
    .map((line) => line.trim())
    .filter((line) => /^[-*+] \[ \] \S/u.test(line));
}
