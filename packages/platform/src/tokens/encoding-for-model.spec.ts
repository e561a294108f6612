import { ErrorCode } from '@lexichord/abstractions';
import { encodingForModel } from './encoding-for-model.js';

describe('encodingForModel', () => {
  it.each([
    'gpt-4o',
    'gpt-4o-mini-2024-07-18',
    'chatgpt-4o-latest',
    'gpt-4.1-nano',
    'gpt-4.5-preview',
    'gpt-5',
    'gpt-5.1-codex',
    'gpt-5-mini',
    'gpt-oss-120b',
    'o1-preview',
    'o3',
    'o3-mini',
    'o4-mini',
    'openai/gpt-4o',
    'ft:gpt-4o-mini:acme',
    ' GPT-4o ',
  ])('AC-046: counts %s with o200k_base', (model) => {
    expect(encodingForModel(model)).toEqual({ encoding: 'o200k_base', exact: true });
  });

  it.each([
    'gpt-4',
    'gpt-4-turbo',
    'gpt-4-0613',
    'gpt-3.5-turbo',
    'gpt-35-turbo',
    'text-embedding-3-large',
    'text-embedding-ada-002',
  ])('AC-046: counts %s with cl100k_base', (model) => {
    expect(encodingForModel(model)).toEqual({ encoding: 'cl100k_base', exact: true });
  });

  it.each(['claude-sonnet-4', 'gemini-2.5-pro', 'gpt-6', 'gpt-4.9', 'o30', 'davinci', ''])(
    'refuses to guess for "%s" and says what to configure',
    (model) => {
      expect(() => encodingForModel(model)).toThrow(
        expect.objectContaining({
          code: ErrorCode.invalidArgument,
          message: expect.stringMatching(/encoding.*safety factor/) as string,
        }) as Error,
      );
    },
  );
});
