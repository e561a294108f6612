import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ISecretScanner } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';
import { secretRules } from '@lexichord/secrets';

import type { BenchmarkResult, RunSettings, Sizes } from '../benchmark.js';
import { seededRandom } from '../seeded-random.js';
import { judgeRows, printRows, summary, timePreparedRuns } from './bounded-row.js';
import { generatedCode } from './generated-code.js';

/** UTF-16 units of the text that is looked through. */
const sizes: Sizes<number> = { full: 1_000_000, smoke: 50_000 };

/**
 * Speed of the search for secrets in code, as every packed file passes it, beside the naive way: the table's patterns one
 * after the other, without secretlint's rules and without looking at what was found.
 */
export async function benchmarkSecrets(settings: RunSettings): Promise<BenchmarkResult> {
  const length = settings.sizeOf(sizes);
  const code = generatedCode('typescript', length, seededRandom(11));
  const naive = secretRules.map(({ pattern }) => new RegExp(pattern.source, `${pattern.flags}g`));
  const workspaceRoot = await mkdtemp(join(tmpdir(), 'lexichord-secrets-'));
  const configuration = { logging: { level: 'silent' as const } };
  const runtime = await createRuntime({ workspaceRoot, license: developmentLicense, configuration });
  try {
    const scanner = runtime.resolve(ISecretScanner);
    const repetition = settings.repetition({ warmUp: 5, runs: 31 });
    // Another text each time: a known one is not looked through again.
    const another = (run: number): string => `${code}\n// ${run}`;
    const scans = await timePreparedRuns(another, (text) => scanner.scan(text), repetition);
    const passes = await timePreparedRuns(another, (text) => naive.map((pattern) => text.search(pattern)), repetition);
    const rows = [{ name: 'scan of 1 MB of code', ...summary(scans), bound: 100, target: 30 }];
    printRows(rows, settings);
    const speed = code.length / 1_000 / summary(scans).p50;
    settings.print(
      `${secretRules.length} rules, ${speed.toFixed(0)} MB a second, ` +
        `${(summary(passes).p50 / summary(scans).p50).toFixed(1)} times as fast as pattern by pattern`,
    );
    const { overBound, errors = [] } = judgeRows(rows);
    const found = await scanner.scan(code);
    return { overBound, errors: found.length === 0 ? errors : [...errors, `${found.length} false alarms in the code`] };
  } finally {
    await runtime.dispose();
    await rm(workspaceRoot, { recursive: true, force: true });
  }
}
