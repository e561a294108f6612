/** Whether a file lies in one of the folders; without folders, every file does. @param path relative to the workspace */
export function isInFolders(path: string, folders: readonly string[] | undefined): boolean {
  return folders === undefined || folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}
