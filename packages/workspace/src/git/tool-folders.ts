/** Folders of tools, which are not searched, even if no `.gitignore` names them. */
export const toolFolders: ReadonlySet<string> = new Set(['.git', '.lexichord', 'node_modules', '__pycache__', '.venv']);
