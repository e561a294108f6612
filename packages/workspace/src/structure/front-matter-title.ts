/** Larger front matter is not read for its title. */
const maxLength = 65_536;

/**
 * The title in YAML front matter, its fences included; `undefined` when there is none, when it is not a single value,
 * or when the front matter is not valid YAML.
 */
export async function frontMatterTitle(frontMatter: string): Promise<string | undefined> {
  if (!frontMatter.startsWith('---') || frontMatter.length > maxLength) return undefined;
  const { parseDocument } = await import('yaml');
  const body = frontMatter.slice(3).replace(/---[ \t]*$/u, '');
  const document = parseDocument(body, { logLevel: 'silent', schema: 'core' });
  if (document.errors.length > 0) return undefined;

  // The node and not the whole document: aliases are never expanded.
  const title: unknown = document.get('title');
  if (typeof title !== 'string' && typeof title !== 'number') return undefined;
  const text = String(title).replace(/\s+/gu, ' ').trim();
  return text === '' ? undefined : text;
}
