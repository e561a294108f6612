/**
 * Writes rule-tuning.jsonl and rule-test.jsonl: `node generate.mjs`. The same lines at every run: the subjects are drawn
 * by a generator with a fixed seed.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { testTemplates } from './test-templates.mjs';
import { tuningTemplates } from './tuning-templates.mjs';

const seed = 20_260_203;
const linesPerTemplate = 6;

const parts = { tuning: tuningTemplates, test: testTemplates };

/** Lines of one part, template by template; no line twice. */
export function ruleLines(part) {
  const { slots, needs, needsNot } = parts[part];
  const random = randomNumbers(seed);
  const labelled = [...needs.map((template) => [template, true]), ...needsNot.map((template) => [template, false])];
  return labelled.flatMap(([template, needsContext]) => {
    const texts = new Set();
    for (let turn = 0; turn < linesPerTemplate * 4 && texts.size < linesPerTemplate; turn += 1) {
      texts.add(sentence(template, slots, random));
    }
    return [...texts].map((text) => ({ text, needsContext, part, source: 'rule', why: template }));
  });
}

function sentence(template, slots, random) {
  const text = template.replaceAll(/\{(\w+)\}/g, (_whole, slot) => {
    const values = slots[slot];
    return values[Math.floor(random() * values.length)];
  });
  return template.startsWith('{') && !template.startsWith('{file}') ? text[0].toUpperCase() + text.slice(1) : text;
}

/** Park and Miller's multiplicative generator: plenty for drawing words. */
function randomNumbers(start) {
  let state = start;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const part of Object.keys(parts)) {
    const lines = ruleLines(part).map((line) => `${JSON.stringify(line)}\n`);
    writeFileSync(new URL(`rule-${part}.jsonl`, import.meta.url), lines.join(''));
  }
}
