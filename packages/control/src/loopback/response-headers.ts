import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** An origin, a scheme, or a pattern with a star, in the syntax of a content policy. */
const ancestorForm = /^[\w*][\w.:/*+-]*$/u;

/**
 * Headers of every answer: they forbid foreign content, inline scripts, frames in other pages, caching and referrers.
 *
 * @param frameAncestors sites that may show the panel in a frame, such as `vscode-webview:`; none by default
 * @throws {LexichordError} `invalid-argument` for an ancestor that is not a single scheme or origin
 */
export function responseHeaders(frameAncestors: readonly string[] = []): Readonly<Record<string, string>> {
  for (const ancestor of frameAncestors) requireAncestor(ancestor);
  const ancestors = frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ');
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${ancestors}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

function requireAncestor(ancestor: string): void {
  if (ancestorForm.test(ancestor)) return;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `"${ancestor}" cannot be a frame ancestor. Name one scheme or origin each, such as "vscode-webview:".`,
    { details: { ancestor } },
  );
}
