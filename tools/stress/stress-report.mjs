import { stripVTControlCharacters } from 'node:util';

/** In UTF-16 units. */
const maxMessageLength = 2_000;

/** The runs as Markdown: a table of them, what failed, and the minutes of each package. */
export function describeRuns(runs) {
  const lines = [
    '| run | minutes | passed | failed | skipped | left in the temporary folder |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    ...runs.map(({ kind, minutes, files, exitCode, leftovers }, index) => {
      const counts = ['passed', 'failed', 'pending'].map((status) => countOf(files, status));
      const failed = counts[1] === 0 && exitCode !== 0 ? `exit code ${exitCode}` : counts[1];
      return `| ${index + 1} ${kind} | ${minutes.toFixed(1)} | ${counts[0]} | ${failed} | ${counts[2]} | ${leftovers.join(', ')} |`;
    }),
    '',
    ...describeFailures(runs),
    '',
    ...describePackages(runs),
  ];
  return `${lines.join('\n')}\n`;
}

function countOf(files, wanted) {
  return files.flatMap(({ tests }) => tests).filter(({ status }) => status === wanted).length;
}

function describeFailures(runs) {
  const failures = new Map();
  for (const { files } of runs) {
    for (const { name, tests } of files) {
      for (const { fullName, status, message } of tests) {
        const key = `${name}: ${fullName}`;
        const known = failures.get(key) ?? { count: 0, message };
        if (status === 'failed') failures.set(key, { ...known, count: known.count + 1 });
      }
    }
  }
  const ended = runs.filter(({ files, exitCode }) => files.length === 0 && exitCode !== 0);
  const last = ended.map(({ output }) => `A run ended without results:\n\n${output.slice(-2_000)}`);
  if (failures.size === 0 && last.length === 0) return ['No test failed.'];
  const described = [...failures].map(
    ([key, { count, message }]) => `- failed in ${count} of ${runs.length} runs: ${key}\n\n${inBlock(message)}`,
  );
  return [...described, ...last];
}

/** The beginning of a message: a rare failure is seldom seen twice. */
function inBlock(message = '') {
  const lines = stripVTControlCharacters(message).slice(0, maxMessageLength).split('\n');
  return lines.map((line) => `      ${line}`.trimEnd()).join('\n');
}

/** Seconds of all files of a package, which run several at a time: the mean over the runs of a kind. */
function describePackages(runs) {
  const kinds = [...new Set(runs.map(({ kind }) => kind))];
  const packages = new Set();
  const seconds = new Map();
  for (const { kind, files } of runs) {
    const ofKind = runs.filter((run) => run.kind === kind).length;
    for (const { name, seconds: took } of files) {
      const project = name
        .split('/')
        .slice(0, name.startsWith('packages/') ? 2 : 1)
        .join('/');
      packages.add(project);
      const key = `${kind} ${project}`;
      seconds.set(key, (seconds.get(key) ?? 0) + took / ofKind);
    }
  }
  return [
    `| minutes of the specs | ${kinds.join(' | ')} |`,
    `| --- | ${kinds.map(() => '---:').join(' | ')} |`,
    ...[...packages].sort().map((project) => {
      const cells = kinds.map((kind) => ((seconds.get(`${kind} ${project}`) ?? 0) / 60).toFixed(2));
      return `| ${project} | ${cells.join(' | ')} |`;
    }),
  ];
}
