import { closesFence, fenceOpenedBy, openFenceAtEnd } from './code-fence.js';

describe('code fences', () => {
  it('are opened by three backticks or tildes, indented by three spaces at most', () => {
    expect(['```ts', '   ~~~~', '    ```', '``', 'a ```'].map(fenceOpenedBy)).toEqual([
      '```',
      '~~~~',
      undefined,
      undefined,
      undefined,
    ]);
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
    ['```\nclosed\n```', undefined],
    ['text\n```ts\nopen', '```'],
    ['````\n```\nstill inside', '````'],
    ['~~~\r\nopen\r\n```', '~~~'],
    ['```\n```\n```', '```'],
  ])('openFenceAtEnd(%j) is %j', (content, fence) => {
    expect(openFenceAtEnd(content)).toBe(fence);
  });
});
