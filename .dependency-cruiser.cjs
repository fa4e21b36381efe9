// Who may import what: shared with the architecture page of docs/. `scripts/check-boundaries.ts` runs it and
// fails when it scans nothing.
const plugin = '^plugins/([^/]+)/';
const test = '\\.test\\.tsx?$';
/** Tests, and what only they and the benches use. */
const besideTheHouse = [test, '(^|/)(tests|testing|acceptance)/', '(^|/)test-[^/]+$'];

/**
 * Rules for a house of floors, lowest first. What stands on a floor imports from floors below it and from its own
 * folder, never from above; folders on one floor do not know each other. A folder on no floor may not be imported.
 */
const rulesOf = (house, floors, shared) =>
  floors.map(Object.keys).flatMap((folders, floor, all) =>
    folders.map((folder) => {
      const below = all.slice(0, floor).flat();
      const reach = [...[folder, ...below].map((name) => `${name}/`), ...shared];
      return {
        name: `floor-of-${house === 'runtime' ? '' : 'store-'}${folder}`,
        comment: 'Imports go down: move what both need to a lower floor, or hand it in from above.',
        severity: 'error',
        from: { path: `^${house}/${folder}/`, pathNot: besideTheHouse },
        to: { path: `^${house}/`, pathNot: `^${house}/(${reach.join('|')})` },
      };
    }),
  );
const floorRules = [
  ...rulesOf('runtime', require('./scripts/floors.json'), ['package\\.json$']),
  ...rulesOf('runtime/store', require('./runtime/store/floors.json'), []),
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...floorRules,
    {
      name: 'no-cycles',
      comment:
        'Files that name each other, in types too, are one thing: what both name stands in a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports it and it is no entry: dead code.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '(^|/)tests/',
          test,
          '\\.config\\.(ts|mjs|cjs)$',
          '^scripts/',
          '(^|/)main\\.ts$',
          '\\.json$',
          '\\.cjs$',
          '(^|/)fixture/',
        ],
      },
      to: {},
    },
    {
      name: 'contract-needs-only-zod',
      comment: 'runtime/contract is what server, browser and plugins share.',
      severity: 'error',
      from: { path: '^runtime/contract/', pathNot: test },
      to: { pathNot: ['^runtime/contract/', '^node_modules/zod/'] },
    },
    {
      name: 'store-needs-nobody',
      comment: 'runtime/store is a package of its own; what it needs to know comes with its command line.',
      severity: 'error',
      from: { path: '^runtime/store/' },
      to: { path: '^(runtime|host|plugins|scripts|tests)/', pathNot: '^runtime/store/' },
    },
    {
      name: 'store-is-used-through-its-entries',
      comment:
        '@waypost/store, and its /wire, /archive and /testing: what its package.json exports, by name.',
      severity: 'error',
      from: { pathNot: '^runtime/store/' },
      // An import by a workspace's name has one of these two types, a relative one has neither.
      to: { path: '^runtime/store/', dependencyTypesNot: ['aliased-workspace', 'undetermined'] },
    },
    {
      name: 'store-is-tested-beside-the-house',
      comment: 'What starts stores for tests stays out of the product.',
      severity: 'error',
      from: { pathNot: ['^runtime/store/', '^(tests|scripts)/', ...besideTheHouse] },
      to: { path: '^runtime/store/(testing|tests|acceptance)/' },
    },
    {
      name: 'plugins-are-tested-beside-the-house',
      comment:
        '@waypost/sdk/testing and /conformance put all floors together; the product has them from start/.',
      severity: 'error',
      from: { pathNot: ['^runtime/sdk/testing/', '^(tests|scripts)/', ...besideTheHouse] },
      to: { path: '^runtime/sdk/testing/' },
    },
    {
      name: 'plugins-use-the-sdks-only',
      comment: 'A plugin reaches the product through @waypost/sdk, @waypost/contract and @waypost/host-sdk.',
      severity: 'error',
      from: { path: plugin, pathNot: test },
      to: { path: '^(runtime|host)/', pathNot: '^(runtime/(sdk|contract)|host/sdk)/' },
    },
    {
      name: 'plugins-do-not-meet',
      comment: 'Plugins meet through events and declared services.',
      severity: 'error',
      from: { path: plugin },
      to: { path: '^plugins/', pathNot: '^plugins/$1/' },
    },
    {
      name: 'plugins-leave-the-libraries-behind-the-sdk-alone',
      comment: 'Otherwise disabling a plugin could not dispose of what it registered.',
      severity: 'error',
      from: { path: plugin },
      to: { path: '^node_modules/(mongoose|mongodb|agenda|@agendajs|elysia|@elysiajs)/' },
    },
    {
      name: 'pages-do-not-reach-the-server',
      comment: 'A page and everything under it runs in the browser.',
      severity: 'error',
      from: { path: `${plugin}.*\\.tsx$` },
      to: { path: '(^|/)(service|routes|jobs|server)\\.ts$|^runtime/sdk/' },
    },
    {
      name: 'shared-declarations-import-the-contract-only',
      comment: 'resource.ts and calls.ts are read by server and browser.',
      severity: 'error',
      from: { path: `${plugin}.*/(resource|calls)\\.ts$` },
      to: {
        pathNot: [
          '^runtime/contract/',
          '^node_modules/zod/',
          `^plugins/$1/.*/(resource|calls|values|rules)\\.ts$`,
        ],
      },
    },
    {
      name: 'runtime-and-shell-know-no-plugin',
      severity: 'error',
      from: { path: '^(runtime|host)/' },
      to: { path: '^plugins/' },
    },
    {
      name: 'host-does-not-reach-the-server',
      severity: 'error',
      from: { path: '^host/', pathNot: test },
      to: { path: '^runtime/', pathNot: '^runtime/contract/' },
    },
    {
      name: 'runtime-knows-no-host',
      comment:
        "A server's install has built pages and none of what they are built with; that is scripts/author's.",
      severity: 'error',
      from: { path: '^runtime/', pathNot: test },
      to: {
        path: '^(host/|node_modules/(react|react-dom|echarts|@arco-design|@rspack|@module-federation)/)',
      },
    },
    {
      name: 'product-knows-no-scripts',
      comment: 'scripts/ and tests/ are not part of what is released.',
      severity: 'error',
      from: { path: '^(runtime|host|plugins)/', pathNot: besideTheHouse },
      to: { path: '^(scripts|tests)/' },
    },
    {
      name: 'server-runs-on-production-packages',
      comment:
        "A server installs `dependencies` only; what pages are built with are a plugin's `devDependencies`.",
      severity: 'error',
      from: {
        path: '^(runtime/|plugins/[^/]+/(server\\.ts$|.*/(service|routes|resource|calls|jobs)\\.ts$))',
        pathNot: [...besideTheHouse, '(^|/)arbitrary[-_]'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-unlisted-packages',
      severity: 'error',
      from: { pathNot: [test, '^tests/', '^scripts/', '(^|/)(acceptance|browser)/', '(^|/)arbitrary[-_]'] },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
        // A query asks the bundler for a second copy of a file; the file itself is listed.
        pathNot: '^(bun(:|$)|runtime/|host/|plugins/)|\\?after-arco$',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.generated)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
    builtInModules: { add: ['bun', 'bun:sqlite', 'bun:test', 'bun:ffi', 'bun:jsc'] },
  },
};
