import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { defineConfig } from 'vitepress';

import { listPages, resolveLink, sitePathOf, titleOf } from '../pages.mjs';

const root = process.env.LEXICHORD_SITE_ROOT;

/** The page of the repository for a page of the site. */
const pageOf = new Map(listPages(root).map((page) => [sitePathOf(page), page]));

export default defineConfig({
  title: 'Lexichord',
  description: 'Decides what an AI agent sees: collected, ranked, free of repetition, within a counted token budget.',
  srcDir: process.env.LEXICHORD_SITE_SOURCE,
  outDir: process.env.LEXICHORD_SITE_OUT,
  cacheDir: join(process.env.LEXICHORD_SITE_SOURCE, '.cache'),
  // Pages are opened from a folder, too.
  cleanUrls: false,
  metaChunk: true,
  markdown: {
    // Text such as <name> is text.
    html: false,
    linkify: false,
    anchor: { slugify },
    languageAlias: { mustache: 'handlebars' },
    config: (markdown) => {
      // Text such as {{name}} is text, and nothing for Vue to fill in.
      for (const kind of ['text', 'code_inline']) {
        const render = markdown.renderer.rules[kind];
        markdown.renderer.rules[kind] = (...given) => render(...given).replaceAll('{{', '&#123;&#123;');
      }
      markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          if (token.type !== 'link_open') continue;
          token.attrSet('href', resolveLink(token.attrGet('href'), pageOf.get(env.relativePath), root).href);
        }
      });
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Ten minutes', link: '/docs/guides/ten-minutes' },
      { text: 'Guides', link: '/docs/' },
      { text: 'API', link: '/api/index.html', target: '_self' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
    sidebar: [
      group('Start', /^(?:README|docs\/(?:architecture|glossary|comparison|guides\/ten-minutes))\.md$/u),
      group('Guides', /^docs\/guides\/(?!ten-minutes)/u),
      group('Examples', /^examples\//u),
      group('Packages', /^packages\/[^/]+\/README\.md$/u),
      group('Project', /^(?:CHANGELOG|CONTRIBUTING|SECURITY|docs\/(?:specifications|requirements|ranking-data))\.md$/u),
      { ...group('Decisions', /^docs\/adr\/\d/u), collapsed: true },
    ],
  },
});

/** The name of a heading's place, as GitHub makes it: links in the pages hold in both. */
function slugify(heading) {
  const kept = heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\-_ ]/gu, '');
  return kept.replaceAll(' ', '-');
}

function group(text, pattern) {
  const pages = [...pageOf].filter(([, page]) => pattern.test(page));
  return {
    text,
    items: pages.map(([site, page]) => ({
      text: titleOf(readFileSync(join(root, page), 'utf8')),
      link: `/${site.replace(/(?:(?:^|(?<=\/))index)?\.md$/u, '')}`,
    })),
  };
}
