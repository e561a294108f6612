import { ISecretScanner } from '@lexichord/abstractions';
import { registerPlatformModule, resolveToken } from '@lexichord/platform';
import { screenText } from '@lexichord/secrets';
import { registerSecretsModule } from '@lexichord/secrets';
import { container as rootContainer } from 'tsyringe';

import { platformServices } from '../platform-services.js';

const token = `ghp_${'a1B2'.repeat(9)}`;

// #region screen
const container = rootContainer.createChildContainer();
registerSecretsModule(container);
registerPlatformModule(container, platformServices); // ILogger comes from here

const scanner = resolveToken(container, ISecretScanner);
const { text, findings } = await screenText(`first\ntoken: ${token}\n`, scanner);
console.log(text); // first, and in the next line: token: [secret: github]
for (const { rule, startLine, endLine } of findings) console.log(rule, startLine, endLine);
// #endregion

expect(console.log).toHaveBeenCalledWith('first\ntoken: [secret: github]\n');
expect(console.log).toHaveBeenCalledWith('github', 2, 2);
