import { jsonText } from './json-text.ts';
import { type Names, namesOf } from './names.ts';
import { areaOf, mountNameOf, type ScreenPlan, screenFiles } from './screen-files.ts';
import { testingFiles } from './testing-files.ts';

/** Versions that a new plugin's package.json names. */
export interface ScaffoldVersions {
  /** Version of the runtime: the plugin's engine range begins there. */
  engine: string;
  /** What package.json says for each of the SDK's packages: a path of an archive, or `workspace:*`. */
  sdk: Readonly<Record<string, string>>;
  /** Versions of react, zod, typescript and the like. */
  packages: Readonly<Record<string, string>>;
}

/** The files of a new plugin with one screen, by path. */
export function pluginFiles(screen: ScreenPlan, versions: ScaffoldVersions): Map<string, string> {
  const names = namesOf(screen.plugin);
  return new Map([
    ['plugin.json', manifestText(names, screen, versions)],
    ['package.json', packageText(names, versions)],
    ['tsconfig.json', tsconfigText()],
    ['bunfig.toml', bunfigText()],
    ['.gitignore', 'node_modules/\ndist/\n.generated/\n*.waypost.tgz\n*.pem\n'],
    ['README.md', readmeText(names)],
    ['build.ts', buildText()],
    ['css-modules.d.ts', '/// <reference types="@waypost/host-sdk/css-modules" />\n'],
    ['server.ts', serverText(names, screen)],
    ['remote.ts', remoteText(names)],
    ['conformance.test.ts', conformanceText()],
    ['locales/zh-CN.json', wordsText(names, `${names.title}（插件）`, `${names.title} 管理`)],
    ['locales/en-US.json', wordsText(names, names.title, names.title)],
    ['locales/sw-KE.json', wordsText(names, `Programu-jalizi ${names.title}`, `Usimamizi: ${names.title}`)],
    ...screenFiles(screen),
  ]);
}

/** What a plugin has for itself that is written elsewhere: the product brings it for those in its own folder. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...['tsconfig.json', 'bunfig.toml', '.gitignore', 'README.md', 'build.ts', 'css-modules.d.ts'],
  'conformance.test.ts',
]);

/** The files of a new plugin of the product itself: a workspace, whose versions are the product's. */
export function inTreeFiles(screen: ScreenPlan, versions: ScaffoldVersions): Map<string, string> {
  const files = new Map([
    ...[...pluginFiles(screen, versions)].filter(([path]) => !ELSEWHERE.has(path)),
    ...testingFiles(screen),
  ]);
  const text = jsonText({
    name: `@waypost/plugin-${screen.plugin}`,
    version: '0.1.0',
    private: true,
    license: 'MIT',
    type: 'module',
    dependencies: {
      '@waypost/contract': 'workspace:*',
      '@waypost/sdk': 'workspace:*',
      zod: versions.packages.zod ?? '*',
    },
    devDependencies: { '@waypost/host-sdk': 'workspace:*' },
  });
  return files.set('package.json', text);
}

function manifestText(names: Names, screen: ScreenPlan, { engine }: ScaffoldVersions): string {
  return jsonText({
    id: names.id,
    version: '0.1.0',
    engine: `^${engine}`,
    title: `plugin.${names.id}`,
    areas: [areaOf(screen)],
    menuGroups: { [names.snake]: { icon: 'apps', sort: 200 } },
    server: 'server.ts',
    remote: 'dist',
  });
}

function packageText(names: Names, { sdk, packages }: ScaffoldVersions): string {
  const pick = (...wanted: string[]) =>
    Object.fromEntries(wanted.map((name) => [name, packages[name] ?? '*']));
  return jsonText({
    name: `waypost-plugin-${names.id}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: { build: 'bun build.ts', types: 'tsc', test: 'bun test' },
    dependencies: { ...sdk, ...pick('react', 'zod') },
    devDependencies: pick('@types/react', '@types/react-dom', 'bun', 'bun-types', 'typescript'),
  });
}

function tsconfigText(): string {
  return jsonText({
    compilerOptions: {
      target: 'ESNext',
      module: 'Preserve',
      moduleResolution: 'bundler',
      lib: ['ESNext', 'DOM', 'DOM.Iterable'],
      jsx: 'react-jsx',
      types: ['bun-types'],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      skipLibCheck: true,
      noEmit: true,
    },
    exclude: ['node_modules', 'dist', '.generated'],
  });
}

function bunfigText(): string {
  return `# A missing import must fail; bun would fetch it from npm otherwise.
[install]
auto = "disable"
`;
}

function buildText(): string {
  return `import { buildPlugin } from '@waypost/host-sdk/build';

/** Builds the pages into dist/. What the page shares (React, the SDK, zod) is settled there and cannot be got wrong. */
await buildPlugin(import.meta.dirname);
`;
}

function serverText(names: Names, screen: ScreenPlan): string {
  const mount = mountNameOf(screen);
  return `import { definePlugin } from '@waypost/sdk';
import { ${mount} } from './screens/${screen.route}/routes.ts';

export const plugin = definePlugin({
  id: '${names.id}',
  setup(context) {
    ${mount}(context);
  },
});
`;
}

function remoteText(names: Names): string {
  return `import { defineRemote } from '@waypost/host-sdk';

export const remote = defineRemote({ id: '${names.id}' });
`;
}

function conformanceText(): string {
  return `import { expect, test } from 'bun:test';
import { checkPluginFolder } from '@waypost/sdk/conformance';
import { plugin } from './server.ts';

// Needs the built pages: \`bun run build\`.
test('the plugin follows the rules that an installation asks for', async () => {
  expect(await checkPluginFolder(import.meta.dir, plugin)).toEqual([]);
});
`;
}

function wordsText(names: Names, title: string, group: string): string {
  return jsonText({ [`plugin.${names.id}`]: title, [`menu.group.${names.snake}`]: group });
}

function readmeText(names: Names): string {
  return `# ${names.title}

A Waypost plugin.

\`\`\`
npx -y bun@1.4 install   # the SDK lies in sdk/
npx bun run build        # pages into dist/
npx bun run types
npx bun test             # unit tests and the conformance suite
\`\`\`

Pack it in the product's folder: \`npm run -s waypost -- plugin pack <this folder>\`. The guide stands in docs/plugins there.
`;
}
