import { readTextTemplate } from './text-template.js';

const names = {
  topLevel: ['title', 'items', 'all'],
  inSections: ['name', 'parts', 'text'],
  content: { variables: ['all'], sections: ['items'] },
};

const view = { title: '<T> {{all}}', all: 'everything', items: [{ name: 'a', parts: [{ text: '1' }, { text: '2' }] }] };

describe('readTextTemplate', () => {
  it('fills in values and nested lists as they are, and nothing that only a value asks for', () => {
    const { fill } = readTextTemplate('{{title}}:{{#items}}{{name}}{{#parts}}-{{text}}{{/parts}}{{/items}}', names);

    expect(fill(view)).toBe('<T> {{all}}:a-1-2');
  });

  it('names what means nothing here, and knows whether any content goes in', () => {
    expect(readTextTemplate('{{title}} {{other}} {{#items}}{{x}}{{/items}}', names)).toMatchObject({
      unknownNames: ['other', 'x'],
      takesContent: true,
    });
    expect(readTextTemplate('{{#title}}{{all}}{{/title}}', names).takesContent).toBe(true);
    expect(readTextTemplate('{{^items}}none{{/items}}{{title}}', names).takesContent).toBe(false);
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
