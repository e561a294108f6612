import type { CallOptions, CodeOutline, DocumentSnapshot, ICodeOutliner } from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { ChunkServices } from './chunk-services.js';
import { outlinedLanguages } from './outlined-languages.js';

/** The outliner, whose code is loaded for the first file. */
@injectable()
export class LateOutliner implements ICodeOutliner {
  constructor(@inject(ChunkServices) private readonly services: ChunkServices) {}

  supports(language: string): boolean {
    return outlinedLanguages.has(language);
  }

  async outline(document: DocumentSnapshot, options?: CallOptions): Promise<CodeOutline> {
    const { outliner } = await this.services.load();
    return outliner.outline(document, options);
  }
}
