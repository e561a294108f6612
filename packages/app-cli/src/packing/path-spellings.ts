/** As it is, and as Windows would understand it: a path may come from a tool there. */
export function spellingsOf(path: string): readonly string[] {
  return path.includes('\\') ? [path, path.replaceAll('\\', '/')] : [path];
}
