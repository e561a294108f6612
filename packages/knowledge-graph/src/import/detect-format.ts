import type { KnowledgeFile, KnowledgeFormat } from '@lexichord/abstractions';

/** Manifests by the names that their tools know. */
const manifestName = /^(?:package\.json|pyproject\.toml|Cargo\.toml|go\.mod|.+\.csproj)$/u;

const markdownName = /\.(?:md|markdown|mdown|mkd|mdx)$/iu;

const dataName = /\.(?:json|ya?ml)$/iu;

/** A version at the top of an API description; JSON may have its keys in any order and all on one line. */
const apiVersion =
  /^(?:\uFEFF)?(?:openapi|swagger|"openapi"|'openapi'|"swagger"|'swagger')[ \t]*:|[{,]\s*"(?:openapi|swagger)"\s*:\s*"/mu;

/** What only a file of facts has at its top. */
const factsKey =
  /^(?:\uFEFF)?(?:knowledge|entities|relationships|axioms)[ \t]*:|^\s*\{\s*"(?:knowledge|entities|relationships|axioms)"\s*:/mu;

/** The format of a file by its name and what is in it; `undefined` where neither says. */
export function detectFormat({ documentPath, text, format }: KnowledgeFile): KnowledgeFormat | undefined {
  if (format !== undefined) return format;
  const name = documentPath.slice(documentPath.lastIndexOf('/') + 1);
  if (manifestName.test(name)) return 'manifest';
  if (markdownName.test(name)) return 'markdown';
  if (apiVersion.test(text)) return 'openapi';
  if (factsKey.test(text)) return 'facts';
  // Standard input and the like: a heading is as good as a name.
  return !dataName.test(name) && /^#{1,6}[ \t]+\S/mu.test(text) ? 'markdown' : undefined;
}
