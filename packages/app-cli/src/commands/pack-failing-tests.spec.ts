import { aFolder, runCommand } from '../test-support/run-command.js';

const filler = (name: (index: number) => string, body: string): string =>
  Array.from({ length: 30 }, (_, index) => `${name(index)}${body}`).join('\n');

const files = {
  '.agent/.keep': '',
  'tests/test_tax.py': `import tax\n\n\n${filler((index) => `def test_rate_${index}():\n`, '    assert tax.rate() > 0\n\n')}\n\nclass TestCompute:\n    def test_province(self):\n        assert tax.compute("ON") == 13\n`,
  'tax_test.go': `package tax\n\n${filler((index) => `func TestRate${index}(t *testing.T) {\n`, '\tcheck(t, Rate())\n}\n')}\nfunc TestProvince(t *testing.T) {\n\tcheck(t, Compute("ON"))\n}\n`,
  'src/test/TaxTest.java': `class TaxTest {\n${filler((index) => `  @Test public void rate${index}() {\n`, '    check(rate());\n  }\n')}\n  @Test public void province() {\n    check(compute("ON"));\n  }\n}\n`,
  'src/test/RateTest.java': 'class RateTest {\n  @Test public void province() {\n    check(rate());\n  }\n}\n',
  'test/tax.test.ts': `describe('tax', () => {\n${filler((index) => `  it('has rate ${index}', () => {\n`, '    expect(rate()).toBe(1);\n  });\n')}\n  describe('of a province', () => {\n    it('is its own', () => {\n      expect(compute('ON')).toBe(13);\n    });\n  });\n});\n`,
};

describe('pack with the report of a failed test', () => {
  it.each([
    ['pytest', 'FAILED tests/test_tax.py::TestCompute::test_province - AssertionError\n', 'compute("ON") == 13'],
    ['unittest', 'FAIL: test_province (tests.test_tax.TestCompute.test_province)\n', 'compute("ON") == 13'],
    ['go test', '--- FAIL: TestProvince (0.00s)\n', 'check(t, Compute("ON"))'],
    ['JUnit', '[ERROR] shop.TaxTest.province -- Time elapsed: 0.1 s <<< FAILURE!\n', 'check(compute("ON"));'],
    ['Gradle', 'TaxTest > province() FAILED\n', 'check(compute("ON"));'],
    ['vitest', ' FAIL  test/tax.test.ts > tax > of a province > is its own\n', "expect(compute('ON')).toBe(13);"],
    ['Jest', 'FAIL test/tax.test.ts\n  ● tax › of a province › is its own\n', "expect(compute('ON')).toBe(13);"],
  ])('has the test that %s names, from its output and from the task', async (_, report, line) => {
    const workingDirectory = aFolder({ ...files, 'report.txt': report });
    const budget = ['--budget', '600'];

    const output = await runCommand(['pack', 'fix it', '--tool-result', 'report.txt', ...budget], { workingDirectory });
    const task = await runCommand(['pack', '-', ...budget], { workingDirectory, stdin: `fix this:\n${report}` });

    expect(output.stdout).toContain(line);
    expect(task.stdout).toContain(line);
  });

  it('has the test of the class that the report names, of two with one name', async () => {
    const workingDirectory = aFolder({ ...files, 'report.txt': 'RateTest > province() FAILED\n' });

    const { stdout } = await runCommand(['pack', 'fix it', '--tool-result', 'report.txt', '--json'], {
      workingDirectory,
    });

    const { includedChunks } = JSON.parse(stdout) as {
      readonly includedChunks: readonly { readonly filePath: string; readonly anchorOrder?: number }[];
    };
    const named = includedChunks.filter(({ anchorOrder }) => anchorOrder !== undefined);
    expect(new Set(named.map(({ filePath }) => filePath))).toEqual(new Set(['src/test/RateTest.java']));
  });
});
