import fc from 'fast-check';

import { type FileReference, isSameFile } from './file-reference.js';
import { findFileReferences } from './file-references.js';

describe('findFileReferences', () => {
  /** Each as `path`, `path:line` or `path:line-endLine`. */
  const namesIn = (text: string): readonly string[] =>
    [...findFileReferences(text)].map(
      ({ path, line, endLine }: FileReference) =>
        `${path}${line === undefined ? '' : `:${line}`}${endLine === undefined ? '' : `-${endLine}`}`,
    );

  it.each([
    ['Python', '  File "/srv/app/auth.py", line 12, in login', 'srv/app/auth.py:12'],
    ['Java', '\tat com.acme.Login.check(Login.java:42)', 'com/acme/Login.java:42'],
    ['a method of a class in a class', ' at app//com.acme.Login$Form.<init>(Login.java:42)', 'com/acme/Login.java:42'],
    ['Kotlin in a frame', '\tat com.acme.LoginKt.check(Login.kt:42)', 'com/acme/Login.kt:42'],
    ['Java without a package', '\tat Login.check(Login.java:42)', 'Login.java:42'],
    ['a folder in another script', 'ünï/größe.py:4: bad', 'ünï/größe.py:4'],
    ['Greek', 'see τιμές.py:4', 'τιμές.py:4'],
    ['a sentence without spaces', '请看src/a.ts:3', 'src/a.ts:3'],
    [
      'Python of a path with spaces',
      '  File "/srv/my app/my login.py", line 12, in login',
      'srv/my app/my login.py:12',
    ],
    ['Python of a path with spaces on Windows', '  File "C:\\my app\\login.py", line 12', 'my app/login.py:12'],
    ['Node', '    at login (/srv/app/src/login.ts:10:5)', 'srv/app/src/login.ts:10'],
    ['.NET', '   at Acme.Login.Check() in C:\\src\\Login.cs:line 12', 'src/Login.cs:12'],
    ['Go', '\t/srv/app/main.go:12 +0x1d', 'srv/app/main.go:12'],
    ['Rust', '  --> src/main.rs:3:5', 'src/main.rs:3'],
    ['Ruby', "lib/x.rb:3:in `run'", 'lib/x.rb:3'],
    ['PHP', 'PHP Fatal error: x in /var/www/x.php on line 12', 'var/www/x.php:12'],
    ['Perl', 'Died at script.pl line 3.', 'script.pl:3'],
    ['pytest', 'tests/test_login.py:7: AssertionError', 'tests/test_login.py:7'],
    ['jest', '      at Object.<anonymous> (src/login.test.ts:5:10)', 'src/login.test.ts:5'],
    ['gcc', 'src/a.c:10:3: error: expected', 'src/a.c:10'],
    ['tsc', 'src/x.ts(3,4): error TS2304', 'src/x.ts:3'],
    ['make', 'Makefile:12: recipe for target failed', 'Makefile:12'],
    ['webpack', 'webpack-internal:///./src/x.js:10:5', 'src/x.js:10'],
    ['a browser', 'at f (http://localhost:5173/src/App.tsx?t=169:10:5)', '5173/src/App.tsx:10'],
    ['GitHub', 'https://github.com/a/b/blob/main/src/x.ts#L3-L9', 'github.com/a/b/blob/main/src/x.ts:3-9'],
    ['a range', 'see src/x.ts:3-9', 'src/x.ts:3-9'],
    ['Next', 'app/(shop)/[id]/page.tsx:4', 'app/(shop)/[id]/page.tsx:4'],
    ['SvelteKit', 'src/routes/+page.svelte:4', 'src/routes/+page.svelte:4'],
    ['a name in another script', 'src/größe.ts:4', 'src/größe.ts:4'],
    ['colours', '\u001b[36msrc/x.ts\u001b[0m:\u001b[33m3\u001b[0m:5', 'src/x.ts:3'],
    ['Markdown', '[x](src/x.ts)[y]', 'src/x.ts'],
    ['somebody in brackets', 'it fails in tax.ts (line 300).', 'tax.ts:300'],
    ['somebody of several lines', 'see `tax.ts`, lines 10-20, please', 'tax.ts:10-20'],
    ['somebody in front of the name', 'why does line 600 of a.go fail', 'a.go:600'],
    ['somebody of several lines in front', 'see lines 10-20 in `src/a.go`', 'src/a.go:10-20'],
    ['somebody with the name in backticks', 'see `src/core.py`:1082', 'src/core.py:1082'],
    ['somebody who is not sure', 'it fails in core.py around line 1082', 'core.py:1082'],
    ['somebody who writes as GitHub does', 'see L310 of src/types.py', 'src/types.py:310'],
    ['Kotlin', 'e: /home/x/src/Gson.java: (700, 5): Unresolved', 'home/x/src/Gson.java:700'],
    ['somebody who counts', 'src/x.ts: (3 errors)', 'src/x.ts'],
    ['Maven', '[ERROR] /srv/app/App.java:[10,5] cannot find symbol', 'srv/app/App.java:10'],
    ['GitHub Actions', '::error file=src/a.ts,line=10,endLine=12,col=3::bad', 'src/a.ts:10-12'],
    ['webpack 5', 'ERROR in ./src/a.ts 12:3-20', 'src/a.ts:12'],
    ['ls', 'changed src/a.ts 12:30', 'src/a.ts'],
    ['somebody of several places', 'see core.py:1082,1161', 'core.py:1161'],
    ['somebody of a range after a line', 'see src/core.py:10,40-45.', 'src/core.py:40-45'],
    ['somebody who lists lines', 'look at tax.ts, lines 12, 40-45 and 50', 'tax.ts:50'],
    ['somebody who lists lines in front', 'why do lines 10, 20 and 30 of src/a.go fail', 'src/a.go:30'],
    ['coverage.py', 'src/shop/tax.py     40      7    82%   12-15, 20, 31->exit', 'src/shop/tax.py:12-15'],
    [
      'coverage.py with branches',
      'src/shop/tax.py     40      7     8      2    82%   12-15, 20',
      'src/shop/tax.py:20',
    ],
  ])('finds the place in what %s writes', (_, line, name) => {
    expect(namesIn(`first\r\n${line}\r\nlast`)).toContain(name);
  });

  it.each([
    ['a column', 'src/a.ts:12,3', ['src/a.ts:12']],
    ['the rest of a sentence', 'src/a.ts:12, 40 times', ['src/a.ts:12']],
    ['a number with a fraction', 'src/a.ts:12,40.5', ['src/a.ts:12']],
    ['a count of one line', 'src/a.ts line 12, 40 times', ['src/a.ts:12']],
  ])('takes no further line from %s', (_, text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it('gives the lines that a search has found to the file above them', () => {
    const found = [
      ...['src/a.ts', "12:import { b } from './b.js';", '13-', '--', '40:  b(1);', '', '50: no line of a file'],
      ...['src/c.ts', '7:12:  c();', 'Then 8 lines follow.', '9: not directly below'],
    ];

    expect(namesIn(found.join('\n'))).toEqual([
      ...['src/a.ts', 'src/a.ts:12', 'src/a.ts:40'],
      ...['src/c.ts', 'src/c.ts:7'],
    ]);
  });

  it('finds the lines that tests have not run, in the folder of their row', () => {
    const table = [
      'File           | % Stmts | % Branch | % Funcs | % Lines | Uncovered Line #s ',
      '---------------|---------|----------|---------|---------|-------------------',
      'All files      |   92.85 |       75 |     100 |   92.85 |                   ',
      ' main.ts       |     100 |      100 |     100 |     100 |                   ',
      ' src/shop      |   80.95 |    66.66 |     100 |   80.95 |                   ',
      '  tax.ts       |   80.95 |    66.66 |     100 |   80.95 | 12-15,20          ',
      ' ...very/shop/ |       0 |        0 |       0 |       0 |                   ',
      '  cart.tsx     |       0 |        0 |       0 |       0 | ...7-9,31         ',
    ];

    expect(namesIn(table.join('\n'))).toEqual([
      ...['main.ts', 'src/shop/tax.ts:12-15', 'src/shop/tax.ts:20'],
      ...['shop/cart.tsx:7-9', 'shop/cart.tsx:31'],
    ]);
  });

  it('gives the lines of a report to the file above them', () => {
    const report =
      '/work/src/a.ts\n  3:5  error  Unexpected any\n  9:1  warning  x\n\n/work/src/b.ts\n  7:1  error  x\n';

    expect(namesIn(report)).toEqual([
      ...['work/src/a.ts', 'work/src/a.ts:3', 'work/src/a.ts:9'],
      ...['work/src/b.ts', 'work/src/b.ts:7'],
    ]);
  });

  it('gives the new lines of each part of a difference, and nothing that is in them', () => {
    const difference = [
      '--- a/src/a.ts\t2024-01-01',
      '+++ b/src/a.ts\t2024-01-02',
      '@@ -1,3 +1,4 @@',
      " import x from './x.ts';",
      "-import y from './y.ts';",
      '+++ more.ts',
      "+import z from './z.ts';",
      '',
      '@@ -20 +21 @@ see other.ts',
      '-a.ts',
      '\\ No newline at end of file',
      '+b.ts',
      '--- a/gone.ts',
      '+++ /dev/null',
      '@@ -1,1 +0,0 @@',
      '-c.ts',
      'and src/d.ts',
    ].join('\n');

    expect(namesIn(difference)).toEqual(['src/a.ts:1-4', 'src/a.ts:21', 'src/d.ts']);
  });

  it('takes the whole name of a file with spaces from the head of a difference', () => {
    const difference = [
      'diff --git a/my lib/my a.ts b/my lib/my a.ts',
      '--- a/my lib/my a.ts',
      '+++ b/my lib/my a.ts',
      '@@ -3 +3 @@',
    ];

    expect(namesIn(difference.join('\n'))).toEqual(['my lib/my a.ts', 'my lib/my a.ts:3']);
    expect(namesIn('diff --git a/src/old.ts b/src/new.ts')).toEqual(['a/src/old.ts', 'b/src/new.ts']);
  });

  it.each(['config.timeout', '1.2.3', 'e.g. this', 'Makefile', '', '\ud800', '@@ -1 +1 @@', '  3:5  error'])(
    'finds nothing in %j',
    (text) => {
      expect(namesIn(text)).toEqual([]);
    },
  );

  it('gives the new lines of each part of a merge, and nothing that is in them', () => {
    const merge = [
      ...['diff --cc src/a.ts', 'index 1,2..3', '--- a/src/a.ts', '+++ b/src/a.ts'],
      ...['@@@ -1,3 -1,3 +1,4 @@@', '  one', '- see x.ts:1', ' -see y.ts:2', '++see z.ts:3', ' +two', '  three'],
      ...['@@@ -9,1 -9,1 +10,1 @@@', '++see w.ts:4', 'then src/b.ts:5'],
    ];

    expect(namesIn(merge.join('\n'))).toEqual([...['src/a.ts', 'src/a.ts:1-4', 'src/a.ts:10', 'src/b.ts:5']]);
  });

  it('reads the names that git has put into quotes', () => {
    const diff = '--- "a/s\\303\\274.ts"\n+++ "b/s\\303\\274 \\"x\\".ts"\n@@ -1 +7 @@\n-a\n+b';

    expect(namesIn(diff)).toContain('sü "x".ts:7');
  });

  it('passes over a part of a difference whose file has no name', () => {
    expect([...findFileReferences('+++  \n@@ -1,2 +1,2 @@\n')]).toEqual([]);
  });

  it('reads every text', () => {
    const pieces = fc.constantFrom(
      'a.ts',
      '/',
      ':1',
      '\n',
      '+++ ',
      '@@ -1,2 +1,2 @@',
      '\u001b[',
      '(',
      ' ',
      '\ud800',
      '-',
    );

    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        for (const { path, line = 1, endLine = line } of findFileReferences(parts.join(''))) {
          expect([path === '', line < 0, endLine < line]).toEqual([false, false, false]);
        }
      }),
    );
  });

  it.each([
    'a/',
    'a/+',
    'a/[',
    'x/\u0e01',
    's/a.ts:1\n',
    'x.ts?',
    '\u001b[',
    '+++ a\n',
    '@@ -9999999 +1 @@\n',
    'a/(a)/',
  ])('reads a megabyte of %j in a moment', (text) => {
    // A quadratic expression would take minutes.
    expect([...findFileReferences(text.repeat(1_000_000 / text.length))].length).toBeGreaterThanOrEqual(0);
  });
});

describe('isSameFile', () => {
  it.each([
    ['src/a.ts', 'src/a.ts', true],
    ['src/a.ts', 'a.ts', true],
    ['src/a.ts', 'build/src/a.ts', true],
    ['src/a.ts', 'build/b/a.ts', false],
    ['src/aa.ts', 'a.ts', false],
  ])('compares %s with the name %s', (filePath, named, isSame) => {
    expect(isSameFile(filePath, named)).toBe(isSame);
  });
});
