import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  // A folder's index.ts names the types of what it offers, also those that no caller spells out today.
  exclude: ['types'],
  // Run by path from scripts/checks.ts, because `bun` starts them without a shell.
  // s3rver is a process of tests (tests/s3rver.ts).
  ignoreDependencies: ['@biomejs/biome', 's3rver', 'typescript-native'],
  workspaces: {
    '.': {
      entry: [
        'scripts/*.{ts,mjs}',
        'scripts/author/main.ts',
        'scripts/**/*.test.ts',
        'scripts/bench/**/main.ts',
        'scripts/bench/bare-server.ts',
        'scripts/bench/flood/flooder.ts',
        'scripts/bench/realtime/plugin/server.ts',
        'tests/**/*.ts',
      ],
      project: ['scripts/**/*.ts', 'tests/**/*.ts'],
    },
    runtime: {
      entry: [
        'start/main.ts',
        'start/migrate.ts',
        'launcher/main.ts',
        'outside/apart/main.ts',
        'outside/child/main.ts',
        'outside/contain/main.ts',
        'outside/program/main.ts',
        'visit/aggregator/main.ts',
        'command/main.ts',
        '**/*.test.ts',
      ],
      project: ['**/*.ts', '!contract/**', '!sdk/**', '!store/**'],
    },
    'runtime/contract': { entry: ['**/*.test.ts'], project: ['**/*.ts'] },
    // The context's types carry those of Elysia's router and Mongoose's models to plugins.
    'runtime/sdk': { entry: ['picture/main.ts', '**/*.test.ts'], project: ['**/*.ts'] },
    'runtime/store': {
      // Workers are started by their address.
      entry: ['main.ts', '**/*-worker.ts', 'tests/coverage.ts', '**/*.test.ts'],
      project: ['**/*.ts'],
    },
    // A loader is called by the build, by its address.
    'host/sdk': { entry: ['build/arco-refs.ts', '**/*.test.{ts,tsx}'], project: ['**/*.{ts,tsx}'] },
    'host/shell': {
      entry: ['build.ts', 'dev.ts', 'index.ts', 'dev/devtools-stub.ts', '**/*.test.{ts,tsx}'],
      project: ['**/*.{ts,tsx}'],
    },
    'plugins/*': {
      entry: [
        'server.ts',
        'remote.ts',
        'screens/*/page.tsx',
        'slots/*.tsx',
        // Tests of the whole find these by their names (tests/of-plugins.ts), scripts/bench.ts the last one.
        'testing/{matrix,rights,walk,calls-without-code,bench}.ts',
        '**/program.ts',
        '**/*.test.{ts,tsx}',
      ],
      project: ['**/*.{ts,tsx}'],
    },
  },
};

export default config;
