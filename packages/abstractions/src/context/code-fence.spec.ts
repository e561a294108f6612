import { closesFence, fenceOpenedBy, openFenceAtEnd } from './code-fence.js';

describe('code fences', () => {
  it.each([
    ['```ts', '```'],
    ['   ~~~~', '~~~~'],
    ['- ```sh', '```'],
    ['  1. * ~~~', '~~~'],
    ['``', undefined],
    ['a ```', undefined],
    ['```npm i``` installs it', undefined],
    ['~~~ `a` ~~~', '~~~'],
    ['> ```', undefined],
  ])('%j opens %j', (line, fence) => {
    expect(fenceOpenedBy(line)).toBe(fence);
  });

  it('are closed by as many of the same', () => {
    expect(['```', '````  ', '~~~', '``', '``` ts'].map((line) => closesFence(line, '```'))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    ['no fence', undefined],
    ['# Install\n\n```npm i``` installs it.\n', undefined],
    ['- ```sh\n  npm i\n  ```\n', undefined],
    ['```\nclosed\n```', undefined],
    ['text\n```ts\nopen', '```'],
    ['````\n```\nstill inside', '````'],
    ['~~~\r\nopen\r\n```', '~~~'],
    ['```\n```\n```', '```'],
  ])('openFenceAtEnd(%j) is %j', (content, fence) => {
    expect(openFenceAtEnd(content)).toBe(fence);
  });
});
