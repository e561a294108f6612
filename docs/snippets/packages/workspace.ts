import { IDocumentStructureService, IEditorService } from '@lexichord/abstractions';
import { registerPlatformModule, resolveToken } from '@lexichord/platform';
import { registerWorkspaceModule } from '@lexichord/workspace';
import { container as rootContainer } from 'tsyringe';

import { enterWorkspace } from '../enter-workspace.js';
import { platformServices } from '../platform-services.js';

enterWorkspace({ 'chapter.md': '# A title\n' });

// #region document
const container = rootContainer.createChildContainer();
registerWorkspaceModule(container, { options: { root: '.', deny: ['*.draft', 'private/'] } });
registerPlatformModule(container, platformServices); // ILogger and IClock come from here

const editor = resolveToken(container, IEditorService);
editor.setUnsavedContent('chapter.md', '# A title that is not saved yet\n');
const document = await editor.getDocument('chapter.md');
const structure = await resolveToken(container, IDocumentStructureService).getStructure(document);
console.log(structure.title, structure.headingPathAt(10));
await container.dispose();
// #endregion

expect(console.log).toHaveBeenCalledWith('A title that is not saved yet', [
  expect.objectContaining({ text: 'A title that is not saved yet', level: 1 }),
]);
