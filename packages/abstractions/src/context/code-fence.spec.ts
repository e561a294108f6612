import { closeOpenFence, closesFence, fenceOpenedBy, openFenceAtEnd } from './code-fence.js';

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
    ['~~~ one\u2028line', '~~~'],
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

  it.each([
    ['```\nclosed\n```', '```\nclosed\n```'],
    ['text\n````ts\nopen', 'text\n````ts\nopen\n````'],
    ['- item\n  1. ~~~sh\n     npm i', '- item\n  1. ~~~sh\n     npm i\n     ~~~'],
    ['\t```\ncode of a paragraph', '\t```\ncode of a paragraph\n\t```'],
  ])('closeOpenFence(%j) is %j', (content, closed) => {
    expect(closeOpenFence(content)).toBe(closed);
  });
});
