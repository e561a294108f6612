import type { LicenseTier } from '@lexichord/abstractions';
import { ManualClock, RecordingLogger, RecordingMetrics, aLicense } from '@lexichord/testing';

import { type CompressionOptionsInput, compressionOptionsSchema } from '../../compression-options.js';
import type { ISegmentLevels } from '../../segment-levels.js';
import { ContextExpander } from '../context-expander.js';
import { FakeSegmentLevels } from './fake-segment-levels.js';

/** Settings of a test's expander. */
export interface ExpanderSetup {
  readonly tier?: LicenseTier;
  readonly cache?: CompressionOptionsInput['cache'];
  readonly levels?: ISegmentLevels;
}

/** An expander with everything around it that a test may look at. */
export function anExpander({ tier = 'Teams', cache, levels }: ExpanderSetup = {}) {
  const clock = new ManualClock();
  const metrics = new RecordingMetrics();
  const log = new RecordingLogger();
  const fake = new FakeSegmentLevels();
  const options = compressionOptionsSchema.parse(cache === undefined ? {} : { cache });
  const license = aLicense(tier);
  const expander = new ContextExpander(levels ?? fake, license, metrics, log, clock, options);
  return { expander, clock, metrics, log, levels: fake };
}
