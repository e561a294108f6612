import 'reflect-metadata';
import {
  type CallOptions,
  ErrorCode,
  IEditorService,
  ISecretScanner,
  type IncludedChunk,
  ITokenCounter,
  IWorkspaceGuard,
  LexichordError,
  type PackTemplate,
  packTemplates,
} from '@lexichord/abstractions';
import { screenText } from '@lexichord/secrets';
import { inject, injectable } from 'tsyringe';

import { PackingOptions } from '../packing-options.js';
import { changedFiles } from './check-lines.js';
import { chooseTemplate } from './choose-template.js';
import { customTemplate } from './custom-template.js';
import type { IFormatter, Layout } from './formatter.js';
import { jsonTemplate } from './json-template.js';
import { markdownTemplate } from './markdown-template.js';
import { type PackedFile, packedFiles } from './packed-file.js';
import { type FramedTemplate, type Template, placesIn, renderFiles } from './template.js';
import { xmlTemplate } from './xml-template.js';

const builtIn = { markdown: markdownTemplate, xml: xmlTemplate, json: jsonTemplate } as const;

const noContent =
  'The template shows no content: no line that is packed is in its text. Use {{context}}, or {{content}} in {{#files}}{{#ranges}}.';

/** Formats with the templates that everybody has, and with one's own. */
@injectable()
export class TemplateFormatter implements IFormatter {
  constructor(
    @inject(ITokenCounter) private readonly counter: ITokenCounter,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(PackingOptions) private readonly options: PackingOptions,
    @inject(ISecretScanner) private readonly scanner: ISecretScanner,
    @inject(IWorkspaceGuard) private readonly guard: IWorkspaceGuard,
  ) {}

  async layout(asked: PackTemplate | undefined, task: string, { signal }: CallOptions = {}): Promise<Layout> {
    const { editor, guard } = this;
    const template = await chooseTemplate(asked, this.options.formatting.template, { editor, guard, signal });
    if (typeof template === 'string') return this.layoutOf(builtInTemplate(template), []);
    const { text: shownTask } = await screenText(task, this.scanner, { signal });
    const custom = customTemplate(template.text, shownTask);
    const unknown = custom.unknownNames.map((name) => `The template names "${name}", which is nothing here.`);
    const empty = custom.showsContent ? [] : [noContent];
    return this.layoutOf(custom, [...unknown, ...empty]);
  }

  async changedFiles(chunks: readonly IncludedChunk[], options: CallOptions = {}): Promise<readonly string[]> {
    return this.options.formatting.validateLineNumbers ? changedFiles(chunks, this.editor, options) : [];
  }

  private layoutOf(template: Template, warnings: readonly string[]): Layout {
    const { counter } = this;
    const frameTokens = counter.countTokens(
      template.kind === 'free' ? template.render([]) : template.opening + template.closing,
    );
    const measureFiles = (files: readonly PackedFile[]): number =>
      template.kind === 'free'
        ? counter.countTokens(template.render(files)) - frameTokens
        : framedTokens(files, template, counter);
    return {
      frameTokens,
      warnings,
      format: (chunks) => renderFiles(packedFiles(chunks), template),
      measure: (chunks: readonly IncludedChunk[]) => Math.max(0, measureFiles(packedFiles(chunks))),
    };
  }
}

function builtInTemplate(name: string): Template {
  if (Object.hasOwn(builtIn, name)) return builtIn[name as keyof typeof builtIn];
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `There is no template "${name}"; there are ${packTemplates.join(', ')}, or give the text of your own.`,
    { details: { template: name } },
  );
}

function framedTokens(files: readonly PackedFile[], template: FramedTemplate, counter: ITokenCounter): number {
  let tokens = 0;
  for (const place of placesIn(files)) {
    // As if another file stood before: then the separator is counted too.
    const { before, after } = template.frame({ ...place, isFirstFile: false });
    const { tokenCount, content } = place.range;
    tokens += counter.countTokens(before) + counter.countTokens(after) + (tokenCount ?? counter.countTokens(content));
  }
  return tokens;
}
