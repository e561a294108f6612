import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { aGitRepository, commitFiles, git } from '../test-support/git-repository.js';
import type { ChunkJson, PackJson } from '../test-support/packed-workspace.js';
import { aFolder, runCommand } from '../test-support/run-command.js';

const dayMs = 86_400_000;

/** A class of C# with methods by name, each with some lines about its words. */
function aClass(name: string, methods: readonly string[]): string {
  const bodies = methods.map((method) =>
    [
      `        public string ${method}(string value)`,
      '        {',
      ...Array.from({ length: 6 }, (_, step) => `            var step${step} = Apply(value, "${method}", ${step});`),
      '            return step5;',
      '        }',
    ].join('\n'),
  );
  return `namespace Shop\n{\n    public class ${name}\n    {\n${bodies.join('\n\n')}\n    }\n}\n`;
}

const services = Object.fromEntries(
  Array.from({ length: 110 }, (_, index) => [
    `src/Generated/Part${index}Service.cs`,
    aClass(`Part${index}Service`, [`Load${index}`, `Store${index}`, `Check${index}`]),
  ]),
);

const shop: Readonly<Record<string, string>> = {
  ...services,
  'src/Services/UserService.cs': aClass('UserService', [
    ...['Authenticate', 'GetUser', 'CreateUser', 'RenameUser', 'LockUser', 'UnlockUser', 'DeleteUser', 'FindUsers'],
  ]),
  'src/Services/OrderService.cs': aClass('OrderService', ['ProcessOrder', 'CancelOrder']),
  'src/Interfaces/IUserService.cs':
    'namespace Shop\n{\n    public interface IUserService\n    {\n        string Authenticate(string value);\n    }\n}\n',
  'src/Models/User.cs':
    'namespace Shop\n{\n    public class User\n    {\n        public int Id { get; set; }\n        public string Name { get; set; }\n    }\n}\n',
  'src/Auth/AuthController.cs': aClass('AuthController', ['HandleOAuthCallback', 'StartOAuthCallback']),
  'src/Auth/OAuthConfig.cs': aClass('OAuthConfig', ['LoadClient', 'LoadSecretName']),
  'src/Billing/PaymentService.cs': aClass('PaymentService', ['ProcessPayment', 'ValidateCard']),
  'src/Billing/InvoiceService.cs': aClass('InvoiceService', ['ProcessPaymentOfInvoice', 'SendInvoice']),
  'src/Billing/BillingService.cs': aClass('BillingService', ['ProcessPaymentOfBill', 'SendBill']),
};

describe('packing the code of a repository', () => {
  let repository: string;

  async function run(...argv: readonly string[]) {
    const { exitCode, stdout, stderr } = await runCommand(argv, { workingDirectory: repository });
    expect(exitCode).toBe(0);
    return { stdout, stderr };
  }
  async function pack(...argv: readonly string[]): Promise<PackJson> {
    return JSON.parse((await run('pack', ...argv, '--json')).stdout) as PackJson;
  }
  const configure = (text: string): void => {
    mkdirSync(join(repository, '.agent'), { recursive: true });
    writeFileSync(join(repository, '.agent/config.yml'), text);
  };
  const bestFirst = (chunks: readonly ChunkJson[]) => chunks.toSorted((a, b) => a.rank - b.rank);

  beforeAll(async () => {
    repository = aGitRepository([{ files: { ...shop, '.gitignore': '.agent/\n' }, atMs: Date.now() - 30 * dayMs }]);
    await run('index');
  });
  afterEach(() => {
    rmSync(join(repository, '.agent'), { recursive: true, force: true });
  });

  it('T-016 scenario 1: packs what is found for a question as Markdown, and sums it up', async () => {
    const { stdout, stderr } = await run('pack', 'explain how UserService handles authentication');
    const shown = (await run('context', 'show')).stdout;

    expect(stderr).toBe('');
    expect(stdout).toMatch(/^### \S+ \(lines \d+-\d+\)\n```csharp\n/u);
    expect(stdout).toContain('### src/Services/UserService.cs (lines ');
    expect(shown).toMatch(
      /Used: +[\d,]+ tokens \(\S+%\)\nIncluded chunks: \d+, from \d+ files\nExcluded chunks: \d+\n/u,
    );
    expect(shown).toMatch(/Sources\n.*\n {2}Search results +[\d,]+ +\d+ +\d+\n/u);
    expect(shown).toContain('src/Services/UserService.cs:');
  });

  it('T-016 scenario 2: keeps to a small budget, and lists what it had no room for', async () => {
    configure('context:\n  budget: { total: 4000, response_reserve: 2000, system_reserve: 1000 }\n');
    const found = (await run('search', 'class')).stdout;
    const packed = await pack('list all service classes and their responsibilities');
    const excluded = (await run('context', 'show', '--excluded')).stdout;

    expect(found.match(/^ *\d\.\d\d +src\/\S+Service\.cs:/gmu)?.length).toBeGreaterThan(3);
    expect(packed.availableTokens).toBe(1_000);
    expect(packed.totalTokens).toBeLessThanOrEqual(1_000);
    expect(packed.totalTokens).toBeGreaterThan(800);
    const left = packed.excludedChunks.filter(({ reason }) => reason === 'budget-exceeded');
    expect(left.length).toBeGreaterThan(5);
    const ranks = bestFirst(packed.includedChunks).map(({ rank }) => rank);
    expect(ranks.slice(0, 3)).toEqual([1, 2, 3]);
    for (const { rank, tokenCount } of left) {
      // A better one that is left out would not have fitted in place of a worse one.
      expect(rank > (ranks.at(-1) ?? 0) || tokenCount > packed.availableTokens - packed.totalTokens).toBe(true);
    }
    expect(excluded).toMatch(new RegExp(String.raw`^Excluded chunks \(${packed.excludedChunks.length}\)\n`, 'u'));
    expect(excluded).toMatch(/ +#\d+ +\d\.\d{3} +\d+ +budget-exceeded +src\/\S+\.cs:\d+-\d+/u);
  });

  it('T-016 scenario 3: says once what comes from several sources, and reports what that saved', async () => {
    const path = 'src/Services/UserService.cs';
    const diff = join(
      aFolder({ 'change.diff': `diff --git a/${path} b/${path}\n+++ b/${path}\n@@ -7,2 +7,3 @@\n` }),
      'change.diff',
    );
    const argv = ['--open', path, '--reference', path, '--tool-result', diff];
    const packed = await pack('why is the GetUser method of UserService failing', ...argv);
    const report = (await run('context', 'show', '--dedup-stats')).stdout;

    const lines = packed.content.split('\n').filter((line) => line.includes('public string GetUser('));
    expect(lines).toHaveLength(1);
    const removed = packed.excludedChunks.filter(({ reason }) => reason === 'duplicate' || reason === 'overlap');
    expect(packed.stats['exactDuplicates']).toBeGreaterThan(0);
    const ids = [...packed.includedChunks, ...packed.excludedChunks].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const ranks = new Map(packed.includedChunks.map(({ id, rank }) => [id, rank]));
    for (const { rank, keptChunk } of removed) expect(ranks.get(keptChunk ?? '')).toBeLessThan(rank);
    expect(report).toMatch(
      /Exact duplicates removed: +\d+\nOverlap duplicates removed: +\d+\nUnique chunks retained: +\d+\n/u,
    );
    expect(report).toMatch(/Token savings: +[1-9][\d,]* tokens \(\d+%\)\n/u);
  });

  it('T-016 scenario 4: exports Markdown with paths, lines, languages and closed fences', async () => {
    const { content, totalTokens } = await pack('show me the User class', '--budget', '2000');
    const file = join(aFolder(), 'packed.md');
    const { stdout } = await run('context', 'export', file);
    const exported = readFileSync(file, 'utf8');

    expect(stdout).toContain(`(${String(totalTokens).replace(/(\d)(?=\d{3}$)/u, '$1,')} tokens)`);
    expect(exported).toBe(content);
    expect(exported).toMatch(/^### src\/Models\/User\.cs \(lines 1-\d+\)\n```csharp\n/mu);
    expect(exported.match(/^```/gmu)?.length).toBe((exported.match(/^### \S+ \(lines \d+-\d+\)$/gmu)?.length ?? 0) * 2);
  });

  it('T-016 scenario 5: ranks by relevance when that weighs most', async () => {
    configure('context:\n  ranking: { relevance_weight: 0.7, recency_weight: 0.2, source_weight: 0.1 }\n');
    const found = (await run('search', 'OAuth authentication callback')).stdout;
    const packed = await pack('explain the OAuth callback flow');
    const ranking = (await run('context', 'show', '--ranking')).stdout;

    expect(bestFirst(packed.includedChunks)[0]?.filePath).toBe('src/Auth/AuthController.cs');
    expect(ranking).toMatch(/^Ranking of \d+ chunks: 0\.7 × relevance \+ 0\.2 × recency \+ 0\.1 × source\n/u);
    const best = bestFirst(packed.includedChunks);
    const relevance = best.map(({ factors }) => factors.relevance);
    expect(relevance.length).toBeGreaterThan(2);
    expect(relevance).toEqual(relevance.toSorted((a, b) => b - a));
    const shown = [...packed.content.matchAll(/^### (\S+) \(lines/gmu)].map(([, path]) => path);
    expect(shown).toEqual(best.map(({ filePath }) => filePath));
    expect(found).toContain('src/Auth/AuthController.cs:');
    expect(ranking).toMatch(/#1 +\d\.\d{3} .* src\/Auth\/AuthController\.cs:/u);
  });

  it('T-016 scenario 6: ranks what was changed lately first when that weighs most', async () => {
    configure('context:\n  ranking: { relevance_weight: 0.3, recency_weight: 0.6, source_weight: 0.1 }\n');
    const path = 'src/Services/UserService.cs';
    const fixed = `${shop[path] ?? ''}// checks for null\n`;
    commitFiles(repository, { files: { [path]: fixed }, atMs: Date.now() - 120_000 });
    const packed = await pack('why is the user service crashing on null input');
    const ranking = (await run('context', 'show', '--ranking')).stdout;

    const [first] = bestFirst(packed.includedChunks);
    expect(first?.filePath).toBe(path);
    expect(first?.factors.recency).toBeGreaterThan(0.95);
    const old = packed.includedChunks.filter(({ filePath }) => filePath !== path);
    for (const { factors } of old) expect(factors.recency).toBeLessThan(0.1);
    expect(ranking).toMatch(/#1 .*2 minutes ago +included +src\/Services\/UserService\.cs:/u);
    expect(ranking).toMatch(/ 30 days ago +\S+ +src\//u);
  });

  it('T-016 scenario 7: ranks files that are open above search results', async () => {
    const packed = await pack('how does payment processing work', '--open', 'src/Billing/PaymentService.cs');
    const shown = (await run('context', 'show')).stdout;
    const found = (await run('search', 'payment')).stdout;

    const best = bestFirst(packed.includedChunks);
    const placed = best.map(({ filePath, sourceType, factors }) => `${filePath} ${sourceType} ${factors.source}`);
    expect(placed[0]).toBe('src/Billing/PaymentService.cs open-file 0.8');
    expect(placed.slice(1, 3).toSorted()).toEqual([
      'src/Billing/BillingService.cs search-result 0.6',
      'src/Billing/InvoiceService.cs search-result 0.6',
    ]);
    for (const { sourceType, factors } of best.slice(3))
      expect([sourceType, factors.source]).toEqual(['search-result', 0.6]);
    for (const name of ['PaymentService', 'InvoiceService']) expect(found).toContain(`src/Billing/${name}.cs:`);
    expect(shown).toMatch(
      /Chunks\n +Rank +Score +Tokens +Source +Chunk\n +#1 +\S+ +\d+ +open +src\/Billing\/PaymentService\.cs:/u,
    );
  });

  it('T-016 scenario 8: packs nothing when nothing is found, without failing, and says what to try', async () => {
    const named = await run('pack', 'explain the FrobnicatorService implementation');
    const { stdout, stderr } = await run('pack', 'how does the frobnicator work');
    const shown = (await run('context', 'show')).stdout;

    expect([named.stdout, stdout]).toEqual(['', '']);
    expect(named.stderr).toContain('The name "FrobnicatorService" occurs in no indexed file.');
    expect(named.stderr).toContain('No relevant code or documents were found for this task.');
    expect(stderr).toMatch(/^No relevant code or documents were found for this task\. Try other or broader words/u);
    expect(shown).toMatch(
      /Used: +0 tokens \(0%\)\nIncluded chunks: 0, from 0 files\nExcluded chunks: 0\nSources: +0, /u,
    );
    expect(shown).toContain('No relevant code or documents were found for this task.');
  });

  it('T-016 scenario 9: shows the time of every stage for more than a hundred sources', async () => {
    const files = Object.keys(services).join(',');
    const { stdout, stderr } = await run('pack', 'explain all the classes', '--open', files, '--debug-timing');

    expect(stdout).toContain('### src/Generated/Part');
    const stages = ['Context collection', 'Chunking', 'Ranking', 'Deduplication', 'Selection', 'Formatting'];
    for (const stage of stages) expect(stderr).toMatch(new RegExp(String.raw`^\[TIMING\] ${stage}: [\d,]+ms$`, 'mu'));
    expect(stderr).toMatch(/^\[TIMING\] TOTAL PACKING TIME: [\d,]+ms [✓✗] \(target: <500ms\)$/mu);
  });

  it('T-016 scenario 10: takes a changed configuration at once', async () => {
    const key = 'context.budget.total';
    const before = (await run('config', 'show', key)).stdout;
    await pack('how does payment processing work');
    configure('context:\n  budget: { total: 150000, response_reserve: 15000, system_reserve: 8000 }\n');

    expect(before).toMatch(/^context\.budget\.total: 100000 /u);
    expect((await run('config', 'reload')).stdout).toContain('The configuration is valid');
    expect((await run('config', 'show', key)).stdout).toMatch(/^context\.budget\.total: 150000 /u);
    expect((await run('context', 'show')).stdout).toContain(
      '90,000 tokens (100,000 - 8,000 response - 2,000 system); now configured: 127,000\n',
    );
    expect((await pack('how does payment processing work')).availableTokens).toBe(127_000);
    expect((await run('context', 'show')).stdout).toMatch(
      /Context budget: +127,000 tokens \(150,000 - 15,000 response - 8,000 system\)\n/u,
    );
  });

  it('shows as modified the files that git does', async () => {
    const path = 'src/Billing/InvoiceService.cs';
    writeFileSync(join(repository, path), `${shop[path] ?? ''}// changed\n`);
    await pack('how does payment processing work');
    const { sources } = JSON.parse((await run('context', 'sources', '--filter', 'modified', '--json')).stdout) as {
      sources: readonly { filePath: string }[];
    };

    expect(git(repository, ['status', '--porcelain']).trim()).toBe(`M ${path}`);
    expect(sources.map(({ filePath }) => filePath)).toEqual([path]);
  });
});
