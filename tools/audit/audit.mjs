#!/usr/bin/env node
/**
 * Asks the registry whether what a user installs has known vulnerabilities of the levels high and critical; exit code 1 if it
 * has. Where the registry does not answer such questions, as some mirrors do not, it says so loudly and ends with 0.
 */
import { spawnSync } from 'node:child_process';

/** Without a network, npm tries for minutes. */
const timeout = 60_000;

const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout });
const report = parse(stdout);
const counts = report?.metadata?.vulnerabilities;
if (counts === undefined) {
  const [reason] = (report?.message ?? stderr).trim().split('\n');
  process.stderr.write(
    `SKIPPED: the registry does not say which vulnerabilities are known (${reason || 'no answer'}).\n`,
  );
} else {
  const { high = 0, critical = 0, moderate = 0, low = 0 } = counts;
  process.stdout.write(
    `Known vulnerabilities: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low.\n`,
  );
  for (const { name, severity, range } of Object.values(report.vulnerabilities ?? {})) {
    process.stdout.write(`  ${severity}: ${name} ${range}\n`);
  }
  if (critical + high > 0) process.exitCode = 1;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
