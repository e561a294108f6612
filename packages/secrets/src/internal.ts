// Internal exports for packages of this repository; not stable.
export { type ServerQuestion, askServer } from './server/ask-server.js';
export { createQuoteScreen } from './screening/quote-screen.js';
export { type OutputScreening, screenOutput } from './screening/screen-output.js';
export { screenTexts } from './screening/screen-texts.js';
export { type ScreenValuesOptions, type ScreenedValues, screenValues, textsIn } from './screening/screen-values.js';
export {
  distinctSecrets,
  hasSecretPlaceholder,
  locationInFile as placeInFile,
  secretPlaceholder,
  withheldSecrets,
} from './screening/screened-text.js';
export { ShownNames, screenNames } from './screening/shown-names.js';
