import 'reflect-metadata';
import {
  type CallOptions,
  ErrorCode,
  IEditorService,
  type IncludedChunk,
  ISecretScanner,
  ITokenCounter,
  IWorkspaceGuard,
  LexichordError,
  type LineRange,
  type PackTemplate,
  hasReplacements,
  isFromGit,
  packTemplates,
} from '@lexichord/abstractions';
import { chunkHash, LineIndex } from '@lexichord/platform/internal';
import { screenText } from '@lexichord/secrets';
import { inject, injectable } from 'tsyringe';

import { isToolPath } from '../collect/tool-outputs.js';
import { isOutlined } from '../detail/less-detail.js';
import { PackingOptions } from '../packing-options.js';
import { arrangedParts } from './arranged-parts.js';
import { jsonTemplate, markdownTemplate, xmlTemplate } from './built-in-templates.js';
import { chooseTemplate, customTemplate } from './custom-template.js';
import type { IFormatter, Layout } from './formatter.js';
import { isPieceOfLine, type PackedParts, packedParts } from './packed-file.js';
import { type FramedTemplate, rangesIn, renderParts, type Template } from './template.js';

const builtIn = { markdown: markdownTemplate, xml: xmlTemplate, json: jsonTemplate } as const;

const noContent = 'The template prints no packed content. Use {{context}}, or {{content}} in {{#files}}{{#ranges}}.';

/** Formats with the built-in templates, and with custom ones. */
@injectable()
export class TemplateFormatter implements IFormatter {
  constructor(
    @inject(ITokenCounter) private readonly counter: ITokenCounter,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(PackingOptions) private readonly options: PackingOptions,
    @inject(ISecretScanner) private readonly scanner: ISecretScanner,
    @inject(IWorkspaceGuard) private readonly guard: IWorkspaceGuard,
  ) {}

  async layout(requested: PackTemplate | undefined, task: string, { signal }: CallOptions = {}): Promise<Layout> {
    const { editor, guard } = this;
    const template = await chooseTemplate(requested, this.options.formatting.template, { editor, guard, signal });
    if (typeof template === 'string') return this.layoutOf(builtInTemplate(template), []);
    const { text: shownTask } = await screenText(task, this.scanner, { signal });
    const custom = customTemplate(template.text, shownTask);
    const unknown = custom.unknownNames.map((name) => `The template has the unknown variable "${name}".`);
    const empty = custom.showsContent ? [] : [noContent];
    return this.layoutOf(custom, [...unknown, ...empty]);
  }

  async changedFiles(chunks: readonly IncludedChunk[], options: CallOptions = {}): Promise<readonly string[]> {
    return this.options.formatting.validateLineNumbers ? changedFiles(chunks, this.editor, options) : [];
  }

  /** Only files with the character in packed lines are checked. */
  async undecodedFiles(chunks: readonly IncludedChunk[], { signal }: CallOptions = {}): Promise<readonly string[]> {
    const doubtful = chunks.filter(({ content, filePath }) => content.includes('\uFFFD') && !isToolPath(filePath));
    const paths = [...new Set(doubtful.map(({ filePath }) => filePath))];
    const undecoded = paths.map(async (path) => {
      const document = await this.editor.getDocument(path, { signal }).catch(() => undefined);
      signal?.throwIfAborted();
      return document !== undefined && hasReplacements(document, '\uFFFD') ? [path] : [];
    });
    return (await Promise.all(undecoded)).flat().sort();
  }

  private layoutOf(template: Template, warnings: readonly string[]): Layout {
    const { counter } = this;
    const frameCounter = new FrameCounter(counter);
    const frameTokens = counter.countTokens(
      template.kind === 'free' ? template.render({ files: [], outline: [] }) : template.opening + template.closing,
    );
    const measureParts = (parts: PackedParts): number => {
      const tokens =
        template.kind === 'free'
          ? counter.countTokens(template.render(parts)) - frameTokens
          : framedTokens(parts, template, frameCounter);
      return Math.max(0, tokens);
    };
    const showsOutline = template.kind === 'framed' || template.showsOutline;
    return {
      frameTokens,
      warnings,
      format: (chunks) => renderParts(packedParts(chunks), template),
      formatArranged: (arranged) => renderParts(arrangedParts(arranged), template),
      measure: (chunks: readonly IncludedChunk[]) => measureParts(packedParts(chunks)),
      measureOutline: showsOutline ? (outline) => measureParts({ files: [], outline }) : undefined,
    };
  }
}

function builtInTemplate(name: string): Template {
  if (Object.hasOwn(builtIn, name)) return builtIn[name as keyof typeof builtIn];
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `There is no template "${name}". Available: ${packTemplates.join(', ')}, or the text of a custom template.`,
    { details: { template: name } },
  );
}

/** Counts what stands around ranges. Nearly all of them end alike, and a packed text is measured many times. */
class FrameCounter {
  private readonly endings = new Map<string, number>();

  constructor(private readonly counter: ITokenCounter) {}

  countTokens(text: string): number {
    return this.counter.countTokens(text);
  }

  countEnding(text: string): number {
    let tokens = this.endings.get(text);
    if (tokens === undefined) this.endings.set(text, (tokens = this.counter.countTokens(text)));
    return tokens;
  }
}

function framedTokens({ files, outline }: PackedParts, template: FramedTemplate, counter: FrameCounter): number {
  // Measured as if other text preceded it, so that the separator is counted.
  const position = { isFirst: false };
  let tokens = outline.length === 0 ? 0 : counter.countTokens(template.outline(outline, position));
  for (const context of rangesIn(files)) {
    const { before, after } = template.frame(context, position);
    const { tokenCount, content } = context.range;
    tokens += counter.countTokens(before) + counter.countEnding(after) + (tokenCount ?? counter.countTokens(content));
  }
  return tokens;
}

/**
 * Returns files whose packed lines differ from their current content. Sorted.
 *
 * @throws the signal's reason
 */
async function changedFiles(
  chunks: readonly IncludedChunk[],
  editor: IEditorService,
  { signal }: CallOptions,
): Promise<readonly string[]> {
  const compared = chunks.filter((chunk) => !isToolPath(chunk.filePath) && !isFromGit(chunk));
  const paths = new Set(compared.map(({ filePath }) => filePath));
  const changed = await Promise.all(
    [...paths].map(async (path) => {
      const own = compared.filter(({ filePath }) => filePath === path);
      return (await isUnchanged(path, own, editor, signal)) ? [] : [path];
    }),
  );
  return changed.flat().sort();
}

async function isUnchanged(
  path: string,
  chunks: readonly IncludedChunk[],
  editor: IEditorService,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    const lines = new LineIndex(await editor.getContent(path, { signal }));
    return chunks.every((chunk) => {
      const { id, startLine, endLine, content } = chunk;
      if (isOutlined(chunk)) return id.endsWith(`@${chunkHash(textOf(lines, chunk))}`);
      if (!isPieceOfLine(chunk)) return lines.content.startsWith(content, lines.start(startLine - 1));
      return textOf(lines, { startLine, endLine }).includes(content);
    });
  } catch {
    signal?.throwIfAborted();
    // The file was deleted, or may no longer be read.
    return false;
  }
}

function textOf(lines: LineIndex, { startLine, endLine }: LineRange): string {
  return lines.content.slice(lines.start(startLine - 1), lines.start(endLine));
}
