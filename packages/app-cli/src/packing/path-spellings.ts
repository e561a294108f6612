/** The path, and its form with Windows separators replaced: it may come from a tool there. */
export function spellingsOf(path: string): readonly string[] {
  return path.includes('\\') ? [path, path.replaceAll('\\', '/')] : [path];
}
