#!/usr/bin/env node
// Draws the pictures of docs/guides/preview.md: the command's own panel over pages and code of this repository, light and
// dark. Needs a build and Chromium:
//
//   npm run build && node tools/docs/take-screenshots.mjs
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { launchChromium } from '@lexichord/testing/browser';

const root = fileURLToPath(new URL('../../', import.meta.url));
const images = path.join(root, 'docs/guides/images');
const command = path.join(root, 'packages/app-cli/bin/lexichord.js');
const examples = path.join(root, 'examples/src');
const documentPath = 'docs/guides/memory.md';
const conversation = 'migration';

/** What is copied into the workspace of the pictures. */
const files = [
  [path.join(root, documentPath), documentPath],
  [path.join(root, 'packages/agents/src/orchestrator'), 'src/orchestrator'],
  [path.join(root, '.agent'), '.agent'],
  [path.join(examples, '05-know-your-product/workspace/glossary.md'), 'glossary.md'],
  [path.join(examples, '06-remember-a-conversation/workspace/migration.jsonl'), 'migration.jsonl'],
];

const folder = mkdtempSync(path.join(tmpdir(), 'lexichord-pictures-'));
try {
  const workspace = prepareWorkspace(path.join(folder, 'lexichord'));
  const panel = spawn(process.execPath, [command, 'preview', documentPath], { cwd: workspace });
  panel.stderr.pipe(process.stderr);
  try {
    await drawAll(await firstLine(panel.stdout));
  } finally {
    panel.kill('SIGTERM');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function prepareWorkspace(workspace) {
  mkdirSync(workspace);
  for (const [from, to] of files) {
    cpSync(from, path.join(workspace, to), { recursive: true, filter: (name) => !name.endsWith('.spec.ts') });
  }
  run(workspace, ['index']);
  run(workspace, ['knowledge', 'import', 'glossary.md']);
  run(workspace, ['memory', 'add', 'migration.jsonl', '--conversation', conversation]);
  return workspace;
}

function run(workspace, args) {
  const { status, stderr } = spawnSync(process.execPath, [command, ...args], { cwd: workspace, encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(`"lexichord ${args.join(' ')}" failed:\n${stderr}`);
  process.exit(1);
}

async function firstLine(stream) {
  for await (const line of createInterface({ input: stream })) return line;
  process.stderr.write('The panel printed no address.\n');
  return process.exit(1);
}

async function drawAll(address) {
  mkdirSync(images, { recursive: true });
  const browser = await launchChromium();
  try {
    for (const colorScheme of ['light', 'dark']) {
      await draw(browser, { address, colorScheme, viewport: { width: 1_440, height: 900 }, name: colorScheme });
    }
    await draw(browser, { address, colorScheme: 'light', viewport: { width: 360, height: 780 }, name: 'narrow' });
  } finally {
    await browser.close();
  }
}

async function draw(browser, { address, colorScheme, viewport, name }) {
  const page = await browser.newPage({ colorScheme, viewport });
  await page.goto(address);
  const text = page.locator('[data-part="document-text"]');
  await text.waitFor();
  await text.evaluate(selectSentence, 'A question stays with its answer, and the output of a tool with its call.');
  await page.locator('#question-query').fill('which server did we choose, and what is still to do?');
  await page.locator('#question-conversation').selectOption(conversation);
  await page.locator('[data-part="row"][data-source="conversation"] [data-part="fold"]').waitFor();
  await page.waitForTimeout(500);
  await page.screenshot({ path: path.join(images, `preview-${name}.png`) });
  await page.close();
}

/** Runs in the page: what a reader does with the mouse. */
function selectSentence(field, sentence) {
  const start = field.value.indexOf(sentence);
  field.focus();
  field.setSelectionRange(start, start + sentence.length);
}
