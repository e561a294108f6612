import fc from 'fast-check';

import { findFailingTests } from './failing-tests.js';

const named = (text: string): readonly string[] =>
  findFailingTests(text).map(({ path, names }) => [...(path === undefined ? [] : [`${path}:`]), ...names].join(' '));

describe('findFailingTests', () => {
  it.each([
    ['pytest', 'FAILED tests/test_a.py::TestA::test_b[1-x] - AssertionError', 'tests/test_a.py: TestA test_b'],
    ['pytest in words', 'why does tests/test_a.py::test_b fail?', 'tests/test_a.py: test_b'],
    ['unittest', 'FAIL: test_b (tests.test_a.TestA.test_b)', 'tests test_a TestA test_b'],
    ['unittest before 3.11', 'ERROR: test_b (tests.test_a.TestA)', 'tests test_a TestA test_b'],
    ['go', '    --- FAIL: TestEnable/when_off (0.00s)', 'TestEnable'],
    ['Maven', '[ERROR] com.x.GsonTest.testA -- Time elapsed: 0.01 s <<< FAILURE!', 'com x GsonTest testA'],
    ['the summary of Maven', '[ERROR]   GsonTest.testA:77->helper:90 expected 1', 'GsonTest testA'],
    ['an older Maven', 'testA(com.x.GsonTest)  Time elapsed: 0.1 sec  <<< FAILURE!', 'com x GsonTest testA'],
    ['Gradle', 'GsonTest > testA() FAILED', 'GsonTest testA'],
    ['cargo', 'test client::tests::sends ... FAILED', 'client tests sends'],
    ['the output of cargo', '---- client::tests::sends stdout ----', 'client tests sends'],
    ['dotnet', '  Failed Shop.Tests.CartTests.Adds(1, 2) [12 ms]', 'Shop Tests CartTests Adds'],
    ['PHPUnit', '1) App\\Tests\\CartTest::testAdds', 'App Tests CartTest testAdds'],
    ['vitest', ' FAIL  test/send.test.ts > res > .send() > sets a type', 'test/send.test.ts: res .send() sets a type'],
    ['Jest', 'FAIL test/send.js\n  ● res › .send() › sets a type', 'test/send.js: res .send() sets a type'],
    ['Jest of a slow file', 'FAIL src/b.test.ts (6.12 s)\n  ● two › y', 'src/b.test.ts: two y'],
    ['Jest with projects', 'FAIL unit src/a.test.ts\n  ● o › t', 'src/a.test.ts: o t'],
    ['vitest with projects', ' FAIL  |unit| src/a.test.ts > o > t', 'src/a.test.ts: o t'],
    ['a workflow', '2026-01-01T00:00:00.0000000Z --- FAIL: TestÜber (0.00s)', 'TestÜber'],
    ['MSTest', '  Failed TestMethod1 [20 ms]', 'TestMethod1'],
    [
      'Maven with parameters',
      '[ERROR] x.FooTest.testX(String)[1] -- Time elapsed: 1 s <<< FAILURE!',
      'x FooTest testX',
    ],
    ['Maven without dashes', '[ERROR] x.FooTest.testX  Time elapsed: 0.01 s  <<< FAILURE!', 'x FooTest testX'],
    ['Maven of an inherited test', '[ERROR]   FooTest>BaseTest.testX:42 x', 'FooTest BaseTest testX'],
    ['Gradle with parameters', 'ParamTest > squares(int, int) > [1] 1, 1 FAILED', 'ParamTest squares'],
    ['a terminal with colours', '\u001b[31mFAILED\u001b[0m a/test_b.py::test_c', 'a/test_b.py: test_c'],
  ])('finds that of %s', (_, report, expected) => {
    expect(named(`collected 3 items\n${report}\nthe end`)).toEqual([expected]);
  });

  it('finds what failed among what did not', () => {
    const passed = Array.from({ length: 60 }, (_, index) => `tests/test_a.py::test_${index} PASSED [ 50%]`);
    const report = [...passed, 'tests/test_b.py::test_c FAILED [100%]', '[gw0] [ 1%] PASSED tests/test_a.py::test_1'];

    expect(named(report.join('\n'))).toEqual(['tests/test_b.py: test_c']);
    expect(named('FAIL src/a.test.ts\n  ● one › x\nPASS src/b.test.ts\nFAIL ???\n  ● two › y')).toEqual([
      'src/a.test.ts: one x',
    ]);
  });

  it('finds each once, and nothing in other text', () => {
    expect(named('a/test_b.py::test_c failed\nFAILED a/test_b.py::test_c')).toEqual(['a/test_b.py: test_c']);
    expect(named('call(user)\nstd::vector::size\n● a point\ntest it ... FAILED to start\n1) first of all')).toEqual([]);
  });

  it('finds a bounded number, whatever the text is', () => {
    const many = Array.from({ length: 500 }, (_, index) => `--- FAIL: Test${index} (0.00s)`).join('\n');
    expect(findFailingTests(many)).toHaveLength(20);

    const part = fc.constantFrom(
      'FAIL',
      ' > ',
      '::',
      'a.py',
      '● ',
      ' › ',
      '(',
      ')',
      '.',
      'A',
      'x',
      '[ERROR] ',
      '\n',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 300 }), (parts) => {
        for (const { names } of findFailingTests(parts.join(''))) {
          expect(names.length).toBeGreaterThan(0);
          expect(names).not.toContain('');
        }
      }),
    );
  });
});
