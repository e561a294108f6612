/** Names of tools' folders, which are never listed, even if no rule ignores them. */
export const toolFolders: ReadonlySet<string> = new Set(['.git', '.lexichord', 'node_modules', '__pycache__', '.venv']);
