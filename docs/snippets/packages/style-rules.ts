import { IStyleRuleRepository } from '@lexichord/abstractions';
import { registerPlatformModule, resolveToken } from '@lexichord/platform';
import { registerStyleRulesModule } from '@lexichord/style-rules';
import { registerWorkspaceModule } from '@lexichord/workspace';
import { container as rootContainer } from 'tsyringe';

import { enterWorkspace } from '../enter-workspace.js';
import { platformServices } from '../platform-services.js';

enterWorkspace({
  '.agent/style.yml': `rules:
  - id: house.sign-in
    category: terminology
    severity: error
    instruction: Call it signing in.
    avoid: [log in]
`,
});

// #region rules
const container = rootContainer.createChildContainer();
registerStyleRulesModule(container);
registerWorkspaceModule(container, { options: { root: '.' } }); // IWorkspaceGuard and IWorkspaceFileReader come from here
registerPlatformModule(container, platformServices);

const { rules, problems } = await resolveToken(container, IStyleRuleRepository).getRules('guide/start.md');
for (const rule of rules) {
  console.log(rule.id, rule.instruction, rule.countMatches('Log in, then log in again.'));
}
for (const problem of problems) console.warn(problem);
await container.dispose();
// #endregion

expect(console.log).toHaveBeenCalledWith('house.sign-in', 'Call it signing in. Avoid "log in".', 2);
