/** Folders of tools, which are not searched, also where no `.gitignore` says so. */
export const toolFolders: ReadonlySet<string> = new Set(['.git', '.lexichord', 'node_modules', '__pycache__', '.venv']);
