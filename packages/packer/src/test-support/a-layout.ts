import type { PackTemplate } from '@lexichord/abstractions';
import { PatternSecretScanner } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';

import type { Layout } from '../format/formatter.js';
import { TemplateFormatter } from '../format/template-formatter.js';
import { MemoryFiles } from './memory-files.js';
import { testPackingOptions } from './packing-options.js';

/** Counts as a model does. */
export const modelCounter = new BpeTokenCounter({ encoding: 'o200k_base' });

/** A layout as packs have it. */
export async function aLayout(template: PackTemplate = 'markdown'): Promise<Layout> {
  const files = new MemoryFiles({});
  const options = testPackingOptions();
  return new TemplateFormatter(modelCounter, files, options, new PatternSecretScanner(), files).layout(template, '');
}
