import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectRoot } from '../process.ts';

const plugins = join(projectRoot, 'plugins');
/** What the scaffold gives an author (scripts/author/scaffold), and what the page shares with every remote. */
const SDK = ['@waypost/contract', '@waypost/sdk', '@waypost/host-sdk'];
/** What a server installs, and what the pages are built with: the linter's rules say which file may import which. */
const dependenciesOf = async (id: string) => {
  const { dependencies = {}, devDependencies = {} } = (await Bun.file(
    join(plugins, id, 'package.json'),
  ).json()) as Record<string, Record<string, string>>;
  const names = Object.keys({ ...dependencies, ...devDependencies });
  // Types of a package are named as it is.
  return [...names, ...names.filter((name) => name.startsWith('@types/')).map((name) => name.slice(7))];
};

/** Files of a plugin that reach a product: no tests nor what only these use, nothing built. */
function sourcesOf(id: string): string[] {
  return readdirSync(join(plugins, id), { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)(node_modules|dist|\.generated|testing)\//.test(path),
  );
}

const scanner = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) };

/** Everything that a file names with `from` or `import(…)`, types included: the transpiler leaves those out. */
function namedIn(path: string, text: string): string[] {
  const ran = scanner[path.endsWith('x') ? 'tsx' : 'ts'].scanImports(text).map((found) => found.path);
  const typed = [...text.matchAll(/\bfrom\s+'([^']+)'/g)].map(([, name = '']) => name);
  return [...new Set([...ran, ...typed])];
}

test.each(readdirSync(plugins))(
  'the product’s own plugins import what an outsider can import, and nothing else: %s',
  async (id) => {
    const allowed = [...SDK, ...(await dependenciesOf(id))];
    const sources = sourcesOf(id);
    expect(sources.length).toBeGreaterThan(20);
    const strange: string[] = [];
    for (const path of sources) {
      const file = join(plugins, id, path);
      for (const name of namedIn(path, await Bun.file(file).text())) {
        const isInside =
          name.startsWith('.') && !relative(join(plugins, id), join(dirname(file), name)).startsWith('..');
        const isPackage = allowed.some((one) => name === one || name.startsWith(`${one}/`));
        const isBuiltIn = /^(node:|bun$)/.test(name);
        if (!isInside && !isPackage && !isBuiltIn) strange.push(`${path}: ${name}`);
      }
    }
    expect(strange).toEqual([]);
  },
);

test('no dependency of the product’s own plugins is a part of the product that outsiders do not get', async () => {
  for (const id of readdirSync(plugins))
    for (const name of await dependenciesOf(id)) {
      const isOurs = name.startsWith('@waypost/');
      expect([id, name, !isOurs || SDK.includes(name)]).toEqual([id, name, true]);
      expect([id, /^(mongoose|mongodb|agenda|@agendajs|elysia|@elysiajs)(\/|$)/.test(name)]).toEqual([
        id,
        false,
      ]);
    }
});

test('the runtime treats no plugin by its name', async () => {
  const ids = readdirSync(plugins);
  const files = ['plugin', 'outside', 'http', 'start'].flatMap((folder) =>
    readdirSync(join(projectRoot, 'runtime', folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => join('runtime', folder, path)),
  );
  expect(files.length).toBeGreaterThan(50);
  for (const path of files) {
    const text = await Bun.file(join(projectRoot, path)).text();
    for (const id of ids) expect([path, id, text.includes(`'${id}'`)]).toEqual([path, id, false]);
  }
});

test('the shell leads to no screen of a plugin by its name', () => {
  const screens = readdirSync(plugins).flatMap((id) =>
    id === 'system' ? [] : readdirSync(join(plugins, id, 'screens')),
  );
  expect(screens.length).toBeGreaterThan(10);
  const shell = join(projectRoot, 'host/shell');
  // What the platform answers in areas of others is its own.
  const manifest = readFileSync(join(plugins, 'system/plugin.json'), 'utf8');
  const { calls } = JSON.parse(manifest) as { calls: string[] };
  for (const path of new Bun.Glob('**/*.{ts,tsx}').scanSync({ cwd: shell })) {
    if (/^(dist|node_modules)\/|\.test\.tsx?$/.test(path)) continue;
    const whole = readFileSync(join(shell, path), 'utf8');
    const text = calls.reduce((rest, call) => rest.replaceAll(call, ''), whole);
    for (const screen of screens)
      expect([path, screen, new RegExp(`['/]${screen}['/?]`).test(text)]).toEqual([path, screen, false]);
  }
});
