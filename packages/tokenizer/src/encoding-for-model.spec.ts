import { createRequire } from 'node:module';
import { ErrorCode } from '@lexichord/abstractions';
import { encodingForModel } from './encoding-for-model.js';

const models = createRequire(import.meta.url)('tiktoken/model_to_encoding.json') as Readonly<Record<string, string>>;

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

  it.each(['text-davinci-003', 'code-davinci-002', 'code-cushman-001', 'davinci-codex', 'text-davinci-edit-001'])(
    'counts %s with p50k_base',
    (model) => {
      expect(encodingForModel(model)).toEqual({ encoding: 'p50k_base', exact: true });
    },
  );

  it.each(['davinci', 'davinci:ft-acme-2023-03-01', 'ada', 'text-curie-001', 'text-search-ada-doc-001'])(
    'counts %s with r50k_base',
    (model) => {
      expect(encodingForModel(model)).toEqual({ encoding: 'r50k_base', exact: true });
    },
  );

  it.each(['gpt2', 'gpt2-xl', 'openai/gpt-2'])('counts %s with gpt2', (model) => {
    expect(encodingForModel(model)).toEqual({ encoding: 'gpt2', exact: true });
  });

  it('agrees with the list of models that tiktoken has', () => {
    const listed = Object.entries(models).filter(([, encoding]) => encoding !== 'p50k_edit');

    expect(Object.fromEntries(listed.map(([model]) => [model, encodingForModel(model).encoding]))).toEqual(
      Object.fromEntries(listed),
    );
  });

  it.each(['claude-sonnet-4', 'gemini-2.5-pro', 'gpt-6', 'gpt-4.9', 'o30', 'davinci-003', 'ada-x', 'gpt-2.5', ''])(
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
