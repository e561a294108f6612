import type { DocumentReading } from '../document-reading.js';
import { namesIn, problemsIn, propertiesOf, readText, relationshipsIn } from '../test-support/read-text.js';

describe('readManifest: pyproject.toml', () => {
  it('reads what PEP 621 and 735 say', async () => {
    const reading = await readText(
      `[build-system]
requires = ["hatchling>=1"]

[project]
name = "shop"
version = "1.2"
description = "Sells pets."
dependencies = [
  "Fast_API[all] (>=0.1,<1) ; python_version > '3.8'",
  "numpy",
]

[project.optional-dependencies]
gpu = ["torch==2"]

[project.scripts]
shop = "shop:main"

[dependency-groups]
dev = ["pytest", { include-group = "x" }]
`,
      { documentPath: 'pyproject.toml' },
    );

    expect(problemsIn(reading)).toEqual([]);
    expect(propertiesOf(reading, 'shop')).toMatchObject({
      version: '1.2',
      description: 'Sells pets.',
      ecosystem: 'pypi',
    });
    expect(reading.relationships.map(({ to, properties, source }) => [to.name, properties, source.startLine])).toEqual([
      ['fast-api', { version: '>=0.1,<1', use: 'runtime' }, 9],
      ['numpy', { use: 'runtime' }, 10],
      ['torch', { version: '==2', use: 'optional' }, 14],
      ['pytest', { use: 'development' }, 20],
      ['hatchling', { version: '>=1', use: 'build' }, 2],
      ['shop', {}, 17],
    ]);
    expect(namesIn(reading)[0]).toBe('Product shop');
  });

  it("reads Poetry's own tables", async () => {
    const reading = await readText(
      `[tool.poetry]
name = "shop"
[tool.poetry.dependencies]
python = "^3.9"
django = "^4"
core = { path = "../core" }
[tool.poetry.group.test.dependencies]
pytest = { version = "^8" }
[tool.poetry.scripts]
run = "a:b"
`,
      { documentPath: 'services/shop/pyproject.toml' },
    );

    expect(relationshipsIn(reading)).toEqual([
      'shop -depends-on-> django',
      'shop -depends-on-> core',
      'shop -depends-on-> pytest',
      'run -part-of-> shop',
    ]);
    expect(propertiesOf(reading, 'core')).toEqual({});
    expect(namesIn(reading)).toContain('Component shop');
  });
});

describe('readManifest: Cargo.toml', () => {
  it('reads a workspace with its members', async () => {
    const reading = await readText('[workspace]\nmembers = ["crates/*"]\nexclude = ["crates/old"]\n', {
      documentPath: 'Cargo.toml',
      others: {
        'crates/core/Cargo.toml': '[package]\nname = "shop-core"\n',
        'crates/old/Cargo.toml': '[package]\nname = "shop-old"\n',
      },
    });

    expect(namesIn(reading)).toEqual(['Product workspace', 'Component shop-core']);
    expect(relationshipsIn(reading)).toEqual(['shop-core -part-of-> workspace']);
  });

  it('reads a crate with its features and what it depends on', async () => {
    const reading = await readText(
      `[package]
name = "shop"
version = "0.1.0"
[dependencies]
serde = { version = "1", optional = true }
core = { path = "../core", package = "shop-core" }
[target.'cfg(unix)'.dependencies]
nix = "0.2"
[dev-dependencies]
rand = "0.8"
[features]
default = ["json"]
json = []
[[bin]]
name = "shopd"
`,
      { documentPath: 'crates/shop/Cargo.toml' },
    );

    expect(problemsIn(reading)).toEqual([]);
    expect(
      reading.relationships.map(({ from, type, to, properties }) => [from.name, type, to.name, properties]),
    ).toEqual([
      ['shop', 'depends-on', 'serde', { version: '1', use: 'optional' }],
      ['shop', 'depends-on', 'shop-core', { use: 'runtime' }],
      ['shop', 'depends-on', 'rand', { version: '0.8', use: 'development' }],
      ['shop', 'depends-on', 'nix', { version: '0.2', use: 'runtime' }],
      ['shopd', 'part-of', 'shop', {}],
      ['shop/json', 'part-of', 'shop', {}],
    ]);
  });
});

/** The lines of what a package depends on, and of what is a part of it. */
function linesIn({ relationships }: DocumentReading): readonly (readonly [string, number])[] {
  return relationships.map(({ type, from, to, source }) => [
    type === 'part-of' ? from.name : to.name,
    source.startLine,
  ]);
}

describe('readManifest: lines of TOML', () => {
  it('finds a requirement in its list, not where its name stands in another text', async () => {
    const reading = await readText(
      `[project]
name = "client"
description = "requests for servers, with httpx"
keywords = ["httpx"]
readme.text = """
dependencies = ["requests>=2"] \\""" "
[project.scripts]
run = "x"
"""
dependencies = [
  "requests>=2", # "httpx"
  'httpx',
]
[project.scripts]
run = "httpx"
`,
      { documentPath: 'pyproject.toml' },
    );

    expect(problemsIn(reading)).toEqual([]);
    expect(linesIn(reading)).toEqual([
      ['requests', 11],
      ['httpx', 12],
      ['run', 15],
    ]);
  });

  it('finds a key at the beginning of a line, below the head of its table or in it', async () => {
    const reading = await readText(
      `[package]
name = "c"
metadata.pairs = [
  ["dependencies"],
  ["serde", "rand"],
]
[dependencies]
tokio = { version = "1", features = ["serde", "rand"] }
"serde" = "1"
[dependencies.rand]
version = "0.8"
[target . 'cfg(unix)'.dependencies]
nix = "0.2"
[features]
default = ["json"]
json = []
[[bin]]
path = "a.rs"
name = "c-run"
[build-dependencies]
cc.version = "1"
`,
      { documentPath: 'crates/c/Cargo.toml' },
    );

    expect(problemsIn(reading)).toEqual([]);
    expect(linesIn(reading)).toEqual([
      ['tokio', 8],
      ['serde', 9],
      ['rand', 10],
      ['cc', 21],
      ['nix', 13],
      ['c-run', 19],
      ['c/json', 16],
    ]);
  });

  it('names the line of a table that is written in one line', async () => {
    const reading = await readText('package = { name = "c" }\ndependencies = { serde = "1", a-b = "2" }\n', {
      documentPath: 'Cargo.toml',
    });

    expect(linesIn(reading)).toEqual([
      ['serde', 2],
      ['a-b', 2],
    ]);
  });

  it('reads a manifest with tens of thousands of dependencies', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `dep-${index}`);
    const reading = await readText(
      `[package]\nname = "c"\n[dependencies]\n${names.map((name) => `${name} = "1"`).join('\n')}\n`,
      { documentPath: 'Cargo.toml' },
    );

    expect(linesIn(reading).at(-1)).toEqual(['dep-19999', 20_003]);
  });
});

describe('readManifest: go.mod', () => {
  it('reads a module with what it requires directly', async () => {
    const reading = await readText(
      `module example.org/shop // the shop

go 1.22

require (
\tgithub.com/a/b v1.2.3
\tgithub.com/c/d v0.1.0 // indirect
\texample.org/core v0.0.0
)
require golang.org/x/net v0.9.0
require broken
replace example.org/core => ../core
`,
      { documentPath: 'go.mod' },
    );

    expect(problemsIn(reading)).toEqual(['11: A requirement is a path and a version.']);
    expect(propertiesOf(reading, 'example.org/shop')).toMatchObject({ goVersion: '1.22' });
    expect(relationshipsIn(reading)).toEqual([
      'example.org/shop -depends-on-> github.com/a/b',
      'example.org/shop -depends-on-> example.org/core',
      'example.org/shop -depends-on-> golang.org/x/net',
    ]);
    expect(propertiesOf(reading, 'example.org/core')).toEqual({});
  });
});

describe('readManifest: csproj', () => {
  it('reads a project with its packages and the projects it refers to', async () => {
    const reading = await readText(
      `\uFEFF<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net8.0</TargetFramework>
    <PackageId>Acme.Shop</PackageId>
    <Version>$(ShopVersion)</Version>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Serilog" Version="3.0.0" />
    <PackageReference Include="Analyzer" PrivateAssets="all"><Version>1.0</Version></PackageReference>
    <ProjectReference Include="..\\Core\\Core.csproj" />
  </ItemGroup>
</Project>`,
      { documentPath: 'src/Shop/Shop.csproj' },
    );

    expect(problemsIn(reading)).toEqual([]);
    expect(reading.entities[0]).toEqual({
      type: 'Component',
      name: 'Shop',
      aliases: ['Acme.Shop'],
      properties: { ecosystem: 'nuget', path: 'src/Shop', targetFramework: 'net8.0' },
      source: { documentPath: 'src/Shop/Shop.csproj', startLine: 1, endLine: 1 },
    });
    expect(reading.relationships.map(({ to, properties, source }) => [to.name, properties, source.startLine])).toEqual([
      ['Serilog', { version: '3.0.0', use: 'runtime' }, 8],
      ['Analyzer', { version: '1.0', use: 'development' }, 9],
      ['Core', { use: 'runtime' }, 10],
    ]);
  });
});

describe('readManifest: bad input', () => {
  it('reads no manifest of megabytes', async () => {
    const reading = await readText(`x = "${'a'.repeat(3 * 1024 * 1024)}"`, { documentPath: 'pyproject.toml' });

    expect(problemsIn(reading)).toEqual(['1: A manifest is at most 2097152 characters long.']);
  });

  it.each([
    ['pyproject.toml', '[project\nname = 1'],
    ['Cargo.toml', 'x'],
    ['go.mod', 'require (\n)'],
    ['a.csproj', '<Project><a></Project>'],
    ['a.csproj', '<Other/>'],
    ['a.csproj', ''],
    ['requirements.txt', 'a==1'],
  ])('says what is wrong with %s: %s', async (documentPath, text) => {
    const reading = await readText(text, { documentPath, format: 'manifest' });

    expect(reading.entities).toEqual([]);
    expect(reading.isUnreadable).toBe(true);
    expect(reading.problems.length).toBeGreaterThan(0);
    expect(JSON.stringify(reading.problems).length).toBeLessThan(500);
  });

  it.each([
    ['pyproject.toml', '[tool.ruff]\nline-length = 100\n', 1],
    ['Cargo.toml', '[dependencies]', 1],
    ['Cargo.toml', '', 1],
    ['.csproj', '<Project/>', 0],
  ])('reads a whole %s that states nothing: %j', async (documentPath, text, warnings) => {
    const reading = await readText(text, { documentPath, format: 'manifest' });

    expect(reading).toMatchObject({ entities: [], relationships: [] });
    expect(reading.isUnreadable).toBeUndefined();
    expect(reading.problems.map(({ isWarning }) => isWarning)).toEqual(Array.from({ length: warnings }, () => true));
  });
});
