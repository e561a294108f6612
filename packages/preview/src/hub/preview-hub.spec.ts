import { PreviewOptions } from '../preview-options.js';
import { openPreviewHub } from './preview-hub.js';
import { describePreviewConnection } from './test-support/describe-preview-connection.js';

describePreviewConnection('A hub in the same process', (runtime) =>
  openPreviewHub(runtime, runtime.resolve(PreviewOptions)),
);
