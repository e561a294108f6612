#!/usr/bin/env node
/**
 * Builds the documentation site into `dist/docs-site`: the guides and decisions, the pages of packages and examples, the
 * API reference, and `llms.txt`. It needs no network once what it is built with is installed, and neither does the site.
 *
 *     node tools/docs-site/build-site.mjs [--out FOLDER] [--without-api]
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { listPages, resolveLink, sitePathOf, textOfFile, titleOf } from './pages.mjs';

const tool = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string' }, 'without-api': { type: 'boolean' } } });
const out = resolve(values.out ?? join(root, 'dist/docs-site'));

if (!existsSync(join(tool, 'node_modules'))) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], tool);
// Beside the generator, so that pages find its packages.
const source = mkdtempSync(join(tool, 'node_modules/.pages-'));
try {
  const files = new Set();
  for (const page of listPages(root)) stagePage(page, source, files);
  for (const file of files) write(join(source, 'public/files', `${file}.txt`), textOfFile(file, root));
  write(join(source, 'public/llms.txt'), llmsTxt());
  const env = { LEXICHORD_SITE_ROOT: root, LEXICHORD_SITE_SOURCE: source, LEXICHORD_SITE_OUT: out };
  run('npx', ['--no-install', 'vitepress', 'build', '.'], tool, env);
} finally {
  rmSync(source, { recursive: true, force: true });
}
if (!values['without-api']) writeReference();
const { checkLinks } = await import('./check-links.mjs');
const broken = checkLinks(out, { isUnchecked: (path) => values['without-api'] === true && path.startsWith('api/') });
for (const line of broken) process.stderr.write(`${line}\n`);
process.stdout.write(`The site is in ${out}: ${broken.length} broken links.\n`);
if (broken.length > 0) process.exitCode = 1;

/** The compiled types are current first: typedoc reads by them what one package takes from another. */
function writeReference() {
  const { entryPoints } = JSON.parse(readFileSync(join(root, 'typedoc.json'), 'utf8'));
  run('npx', ['--no-install', 'tsc', '-b', ...entryPoints.map((path) => `${path}/tsconfig.lib.json`)], root);
  run('npx', ['--no-install', 'typedoc', '--out', join(out, 'api')], root);
}

/** A page without the comments that name the source of its code; images stand beside it. */
function stagePage(page, folder, files) {
  const text = readFileSync(join(root, page), 'utf8');
  write(join(folder, sitePathOf(page)), text.replaceAll(/^<!-- [^\n]* -->\n/gmu, ''));
  for (const [, isImage, href] of text.matchAll(/(?<isImage>!?)\[[^\]]*\]\((?<href>[^)\s]+)\)/gu)) {
    const { file } = resolveLink(href, page, root);
    if (file === undefined) continue;
    if (isImage === '!') {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(root, file), join(folder, file));
    } else {
      files.add(file);
    }
  }
}

/** See https://llmstxt.org. */
function llmsTxt() {
  const links = listPages(root)
    .filter((page) => !page.startsWith('docs/adr/'))
    .map(
      (page) =>
        `- [${titleOf(readFileSync(join(root, page), 'utf8'))}](/${sitePathOf(page).replace(/\.md$/u, '.html')})`,
    );
  return `# Lexichord\n\n> Decides what an AI agent sees, within a counted token budget.\n\n## Docs\n\n${links.join('\n')}\n`;
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function run(command, argv, cwd, env = {}) {
  const { status } = spawnSync(command, argv, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) throw new TypeError(`${command} ${argv.join(' ')} failed.`);
}
