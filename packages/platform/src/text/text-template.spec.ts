import { readTextTemplate } from './text-template.js';

const names = {
  topLevel: ['title', 'items', 'all'],
  inSections: ['name', 'parts', 'text'],
};

const view = { title: '<T> {{all}}', all: 'everything', items: [{ name: 'a', parts: [{ text: '1' }, { text: '2' }] }] };

describe('readTextTemplate', () => {
  it('fills in values and nested lists as they are, and nothing that only a value asks for', () => {
    const { fill } = readTextTemplate('{{title}}:{{#items}}{{name}}{{#parts}}-{{text}}{{/parts}}{{/items}}', names);

    expect(fill(view)).toBe('<T> {{all}}:a-1-2');
  });

  it('names what means nothing here', () => {
    const { unknownNames } = readTextTemplate('{{title}} {{other}} {{#items}}{{x}}{{/items}}', names);

    expect(unknownNames).toEqual(['other', 'x']);
  });

  it.each([
    ['{{all}}', true],
    ['{{#title}}{{all}}{{/title}}', true],
    ['{{^title}}{{all}}{{/title}}', true],
    ['{{#items}}{{name}}{{/items}} {{title}}', false],
    ['{{^items}}none{{/items}}{{title}}', false],
    ['# A heading of nothing: trial content', false],
    // It cannot be filled in; that is another problem.
    ['{{items}}', true],
  ])('knows by a trial whether %s shows a content', (text, isShown) => {
    const viewsOf = (content: string): readonly object[] => [{ ...view, all: content }, { all: content }];

    expect(readTextTemplate(text, names).shows(viewsOf)).toBe(isShown);
  });

  it.each(['{{#items}}', '{{> other}}', '{{constructor}}', '{{items.__proto__}}'])('refuses %s', (text) => {
    expect(() => readTextTemplate(text, names)).toThrow(expect.objectContaining({ code: 'invalid-argument' }) as Error);
  });

  it('reaches nothing but the values, and says so when a list is printed', () => {
    expect(readTextTemplate('[{{items.map}}{{title.length}}]', names).fill({ ...view, title: {} })).toBe('[]');
    expect(() => readTextTemplate('{{items}}', names).fill(view)).toThrow(
      expect.objectContaining({ code: 'invalid-argument' }) as Error,
    );
  });
});
