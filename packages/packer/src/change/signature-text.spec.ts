import { signatureText } from './signature-text.js';

describe('signatureText', () => {
  const differs = (before: string, after: string, kind: 'function' | 'interface' | 'variable' | 'class'): boolean => {
    const [one, other] = [before, after].map((text) => {
      const lines = text.split('\n');
      return signatureText(lines, { kind, startLine: 1, endLine: lines.length });
    });
    return one !== other;
  };

  it.each([
    ['a parameter', 'function f(a: number) {\n  x;\n}', 'function f(a: number, b = {}) {\n  x;\n}', 'function', true],
    ['a type', 'function f(a: number): string {\n}', 'function f(a: number): number {\n}', 'function', true],
    ['a body', 'function f(a: number) {\n  x;\n}', 'function f(a: number) {\n  y;\n}', 'function', false],
    ['white space', 'function f(a: number, b: X) {}', 'function f(\n  a: number,\n  b: X,\n) {}', 'function', false],
    ['a body in Python', 'def f(a):\n    return 1', 'def f(a):\n    return 2', 'function', false],
    ['a parameter in Python', 'def f(a):\n    return 1', 'def f(\n    a,\n    b,\n):\n    return 1', 'function', true],
    ['a method that is called', 'fn f(a: u8) -> u8 { a }', 'fn f(a: u8) -> u16 { a }', 'function', true],
    ['an export', 'const a: number = 1;', 'export const a: number = 1;', 'variable', false],
    ['a base class', 'class A extends B {\n  x = 1;\n}', 'class A extends C {\n  x = 1;\n}', 'class', true],
    ['a member of a class', 'class A {\n  x = 1;\n}', 'class A {\n  y = 1;\n}', 'class', false],
    ['a member of an interface', 'interface A {\n  x: 1;\n}', 'interface A {\n  y: 1;\n}', 'interface', true],
    ['a value', 'const a: number = 1;', 'const a: number = 2;', 'variable', false],
    ['the type of a value', 'const a: number = 1;', 'const a: string = 1;', 'variable', true],
    ['a parameter of an arrow', 'const f = (a) => a;', 'const f = (a, b) => a;', 'variable', true],
    ['the body of an arrow', 'const f = (a) => a;', 'const f = (a) => b;', 'variable', false],
  ] as const)('sees %s', (_, before, after, kind, isOther) => {
    expect(differs(before, after, kind)).toBe(isOther);
  });
});
