import type {
  CallOptions,
  CompressedSegment,
  ConversationMessage,
  ConversationSegment,
  ISecretScanner,
  RecalledContext,
  WithheldSecret,
} from '@lexichord/abstractions';
import { screenText } from '@lexichord/secrets';
import { distinctSecrets, screenTexts, screenValues } from '@lexichord/secrets/internal';

/** Messages with placeholders instead of secrets. */
export interface ScreenedMessages {
  /** In their order; a message without secrets is the given object. */
  readonly messages: readonly ConversationMessage[];
  /** Rules that found secrets, by index of the message. */
  readonly rules: ReadonlyMap<number, readonly string[]>;
}

/** The scanner to screen with. */
export interface ScreenContext extends CallOptions {
  readonly scanner: ISecretScanner;
}

/**
 * Replaces secrets in the content, speakers and roles of messages. All text of a conversation for a model is made from
 * screened messages; stored messages stay unchanged.
 *
 * @throws the signal's reason
 */
export async function screenMessages(
  messages: readonly ConversationMessage[],
  { scanner, signal }: ScreenContext,
): Promise<ScreenedMessages> {
  const contents = await screenTexts(
    messages.map(({ content }) => content),
    scanner,
    { signal },
  );
  const speakers = await screenTexts(
    messages.map(({ speaker = '' }) => speaker),
    scanner,
    { signal },
  );
  const roles = await screenTexts(
    messages.map(({ role }) => role),
    scanner,
    { signal },
  );
  const rules = new Map<number, readonly string[]>();
  const screened = messages.map((message, index) => {
    const content = contents[index];
    const speaker = speakers[index];
    const role = roles[index];
    const found = [content, speaker, role].flatMap((one) => one?.findings ?? []);
    if (content === undefined || found.length === 0) return message;
    rules.set(index, [...new Set(found.map(({ rule }) => rule))]);
    return {
      ...message,
      // The original text contains the secret, too.
      original: undefined,
      content: content.text,
      role: role?.text ?? message.role,
      ...(message.speaker === undefined ? {} : { speaker: speaker?.text ?? '' }),
    };
  });
  return { messages: screened, rules };
}

/** Screens a segment, and lists the replaced secrets. */
export async function screenSegment(
  segment: ConversationSegment,
  context: ScreenContext,
): Promise<{ readonly segment: ConversationSegment; readonly secrets: readonly WithheldSecret[] }> {
  const { messages, rules } = await screenMessages(segment.messages, context);
  if (rules.size === 0) return { segment, secrets: [] };
  const { conversationId, firstMessage } = segment;
  const secrets = [...rules].flatMap(([index, found]) =>
    found.map((rule) => withheldFrom({ conversationId, message: firstMessage + index, rule })),
  );
  return { segment: { ...segment, messages }, secrets };
}

/** @param message index in the conversation, from 0; reports count from 1 */
export function withheldFrom({
  conversationId,
  message,
  rule,
}: {
  readonly conversationId: string;
  readonly message: number;
  readonly rule: string;
}): WithheldSecret {
  return { rule, place: `conversation ${conversationId}, message ${message + 1}` };
}

/**
 * Screens a stored level before it is shown. It was made from screened messages, but possibly before a rule existed.
 * The offsets of markers are adjusted to the text.
 */
export async function screenLevel(
  level: CompressedSegment,
  { scanner, signal }: ScreenContext,
  countTokens: (text: string) => number,
): Promise<CompressedSegment> {
  const screened = await screenText(level.content, scanner, { signal });
  if (!screened.isChanged) return level;
  return {
    ...level,
    content: screened.text,
    tokenCount: countTokens(screened.text),
    markers: level.markers.map((marker) => ({ ...marker, ...screened.rangeOf(marker) })),
    anchors: level.anchors.filter(({ text }) => screened.text.includes(text)),
  };
}

/**
 * Screens the names beside a recalled text: ids of the conversation and its messages, and the locations of other
 * secrets. The store keeps the real ids.
 *
 * @throws the signal's reason
 */
export async function screenRecalledNames(recalled: RecalledContext, context: ScreenContext): Promise<RecalledContext> {
  const { conversationId, segments, secrets } = recalled;
  const names = { conversationId, segments, secrets };
  const { value: shown, rules } = await screenValues(names, context);
  if (rules.length === 0) return recalled;
  const location = `ids of conversation ${shown.conversationId}`;
  return {
    ...recalled,
    ...shown,
    secrets: distinctSecrets([...shown.secrets, ...rules.map((rule) => ({ rule, place: location }))]),
  };
}
