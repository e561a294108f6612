import {
  type CallOptions,
  type ILexichordRuntime,
  ISecretScanner,
  type JsonValue,
  LexichordError,
  isLexichordError,
} from '@lexichord/abstractions';
import { withLogScreen } from '@lexichord/platform/internal';
import { ShownNames, createQuoteScreen, screenNames, screenValues, textsIn } from '@lexichord/secrets/internal';

/**
 * Names of a workspace for viewers, without secrets: paths of documents and ids of conversations. A viewer's calls use
 * the shown names, which are mapped back. A name is always shown in the same way while the panel runs.
 */
export class PanelNames {
  private readonly scanner: ISecretScanner;
  private names = new ShownNames();
  private lastLearnt: Promise<void> = Promise.resolve();

  constructor(runtime: Pick<ILexichordRuntime, 'resolve'>) {
    this.scanner = runtime.resolve(ISecretScanner);
  }

  /** Screens names; from now on {@link of} has their shown form. @throws the signal's reason */
  learn(names: readonly string[], { signal }: CallOptions = {}): Promise<void> {
    // One after the other, so that no two give one name away twice.
    const learnt = this.lastLearnt.then(async () => {
      this.names = await screenNames(names, this.scanner, { previous: this.names, signal });
    });
    this.lastLearnt = learnt.catch(() => undefined);
    return learnt;
  }

  /** As a learnt name is shown. */
  of(name: string): string {
    return this.names.of(name);
  }

  /** Original of a name that a viewer sent. */
  originalOf(shown: string): string {
    return this.names.originalOf(shown);
  }

  /** Stores a name and returns its shown form. @throws the signal's reason */
  async show(name: string, options: CallOptions = {}): Promise<string> {
    await this.learn([name], options);
    return this.of(name);
  }

  /** A message or an answer without secrets in any of its texts. */
  async screen<T extends object>(value: T): Promise<T> {
    return (await screenValues(value, { scanner: this.scanner })).value;
  }

  /**
   * Runs a viewer's call. Its errors contain no secrets, and log lines none of the call's input nor of the real names
   * behind it.
   *
   * @param brought input of the call, a JSON value
   * @throws the errors of `work`; the signal's reason
   */
  async guard<T>(brought: object, { signal }: CallOptions, work: () => Promise<T>): Promise<T> {
    const given = [...textsIn(brought as JsonValue)];
    const texts = new Set([...given, ...given.map((text) => this.originalOf(text))]);
    const screen = await createQuoteScreen(texts, this.scanner, { signal });
    try {
      return await withLogScreen(screen, work);
    } catch (error) {
      throw isLexichordError(error) ? await this.screenError(error) : screenFailure(error, screen);
    }
  }

  private async screenError(error: LexichordError): Promise<LexichordError> {
    const { code, message, details } = error;
    const { value, rules } = await screenValues({ message, details }, { scanner: this.scanner });
    // Without its cause: that has the name, too.
    return rules.length === 0 ? error : new LexichordError(code, value.message, { details: value.details });
  }
}

/** An unexpected failure, for the log: unchanged if it quotes no secret. */
function screenFailure(error: unknown, screen: (text: string) => string): unknown {
  if (!(error instanceof Error)) return error;
  const { message, stack = '' } = error;
  const screened = { message: screen(message), stack: screen(stack) };
  if (screened.message === message && screened.stack === stack) return error;
  // Without its cause: that may quote it, too.
  return Object.create(error, {
    message: { value: screened.message },
    stack: { value: screened.stack },
    cause: { value: undefined },
  }) as Error;
}
