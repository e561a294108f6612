import { namesIn, problemsIn, propertiesOf, readText, relationshipsIn } from '../test-support/read-text.js';

const root = JSON.stringify({
  name: 'shop',
  version: '2.0.0',
  private: true,
  description: 'Sells pets.',
  workspaces: ['packages/*', '!packages/old', 'tools/build'],
  devDependencies: { typescript: '^5' },
});

describe('readNpm', () => {
  it('reads the product with the packages that are imported with it, or lie beside it', async () => {
    const reading = await readText(root, {
      documentPath: 'package.json',
      others: {
        'packages/api/package.json': '{ "name": "@shop/api" }',
        'packages/old/package.json': '{ "name": "@shop/old" }',
        'elsewhere/package.json': '{ "name": "elsewhere" }',
      },
      beside: { 'tools/build/package.json': '{ "name": "@shop/build", "description": "Builds." }' },
    });

    expect(problemsIn(reading)).toEqual([]);
    expect(namesIn(reading)).toEqual([
      'Product shop',
      'Component typescript',
      'Component @shop/api',
      'Component @shop/build',
    ]);
    expect(relationshipsIn(reading)).toEqual([
      'shop -depends-on-> typescript',
      '@shop/api -part-of-> shop',
      '@shop/build -part-of-> shop',
    ]);
    expect(propertiesOf(reading, 'shop')).toEqual({
      ecosystem: 'npm',
      version: '2.0.0',
      description: 'Sells pets.',
      path: '.',
      isPrivate: true,
    });
    expect(propertiesOf(reading, 'typescript')).toEqual({ external: true, ecosystem: 'npm' });
  });

  it('is not held up by patterns of members that are made to, and reports those that are too long', async () => {
    const workspaces = [`packages/${'*a'.repeat(100)}b`, `!packages/${'*a'.repeat(100)}c`, `${'x'.repeat(1_001)}/*`];
    const reading = await readText(JSON.stringify({ name: 'shop', workspaces: [...workspaces, 'packages/*'] }), {
      documentPath: 'package.json',
      others: {
        [`packages/${'a'.repeat(255)}/package.json`]: '{ "name": "long" }',
        'packages/.hidden/package.json': '{ "name": "hidden" }',
      },
    });

    expect(problemsIn(reading)).toEqual([
      '1: A path pattern is longer than 1000 characters. Use a shorter one, or several.',
    ]);
    expect(relationshipsIn(reading)).toEqual(['long -part-of-> shop']);
  });

  it('reads an entry of many slashes once', async () => {
    const workspaces = [`packages${'/'.repeat(1_000_000)}x`, 'packages/*//'];
    const reading = await readText(JSON.stringify({ name: 'shop', workspaces }), {
      documentPath: 'package.json',
      others: { 'packages/api/package.json': '{ "name": "api" }' },
    });

    expect(relationshipsIn(reading)).toEqual(['api -part-of-> shop']);
  });

  it('knows a package of a scope by its short name too', async () => {
    const reading = await readText('{ "name": "@shop/api" }', { documentPath: 'packages/api/package.json' });

    expect(reading.entities).toMatchObject([{ name: '@shop/api', aliases: ['api'] }]);
  });

  it('reads a package with its features and what it depends on', async () => {
    const reading = await readText(
      `{
  "name": "@shop/api",
  "keywords": ["pets"],
  "license": "MIT",
  "bin": { "shop": "bin/shop.js" },
  "exports": { ".": "./index.js", "./text": "./text.js", "./*": "./*", "./package.json": "./package.json" },
  "dependencies": { "@shop/core": "workspace:*", "@shop/web": "1.0.0", "zod": "^4" },
  "peerDependencies": { "react": ">=18" }
}`,
      { documentPath: 'packages/api/package.json', others: { 'packages/web/package.json': '{"name":"@shop/web"}' } },
    );

    expect(namesIn(reading)).toEqual([
      'Component @shop/api',
      'Component @shop/core',
      'Component @shop/web',
      'Component zod',
      'Component react',
      'Feature shop',
      'Feature @shop/api/text',
    ]);
    expect(propertiesOf(reading, '@shop/core')).toEqual({});
    expect(relationshipsIn(reading)).toEqual([
      '@shop/api -depends-on-> @shop/core',
      '@shop/api -depends-on-> @shop/web',
      '@shop/api -depends-on-> zod',
      '@shop/api -depends-on-> react',
      'shop -part-of-> @shop/api',
      '@shop/api/text -part-of-> @shop/api',
    ]);
    expect(reading.relationships[2]).toMatchObject({
      properties: { version: '^4', use: 'runtime' },
      source: { startLine: 7 },
    });
    expect(propertiesOf(reading, '@shop/api')).toMatchObject({
      path: 'packages/api',
      keywords: ['pets'],
      license: 'MIT',
    });
  });

  it('takes a command without a name for one of the name of the package', async () => {
    const reading = await readText('{ "name": "@a/tool", "bin": "x.js" }', { documentPath: 'package.json' });

    expect(namesIn(reading, 'Feature')).toEqual(['Feature tool']);
  });

  it('reports what is wrong and reads the rest', async () => {
    const reading = await readText('{\n "dependencies": { "a": 1, "b": "2" },\n "devDependencies": []\n}', {
      documentPath: 'x/package.json',
    });

    expect(problemsIn(reading)).toEqual([
      '1: A package needs a "name".',
      '2: The version of "a" must be a text.',
      '3: "devDependencies" has to be a map.',
    ]);
    expect(relationshipsIn(reading)).toEqual(['x -depends-on-> b']);
  });

  it.each(['[]', '"text"', '', '{ "name": '])('survives %j', async (text) => {
    const reading = await readText(text, { documentPath: 'package.json' });

    expect(reading.problems.length).toBeGreaterThan(0);
  });
});
