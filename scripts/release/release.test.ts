import { afterAll, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../process.ts';
import { archiveFolder } from './archive-folder.ts';
import { layOutFiles } from './lay-out-server.ts';
import { serverFiles } from './server-files.ts';

const home = mkdtempSync(join(tmpdir(), 'waypost-release-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function folderOf(name: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name, path)), { recursive: true });
    writeFileSync(join(home, name, path), text);
  }
  return join(home, name);
}

const text = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

/** A project in small: each file is there because a server needs it, or must not get it. */
const PROJECT = {
  'package.json': JSON.stringify({
    version: '0.1.0',
    license: 'MIT',
    workspaces: ['runtime', 'host/sdk', 'plugins/*'],
    devDependencies: { bun: '1.4.5', knip: '6.44.2' },
  }),
  'registry.json': '{}',
  LICENSE: 'MIT',
  'locales/en-US/server.json': '{}',
  'host/shell/dist/index.html': '<p>',
  'host/shell/app/page.tsx': '',
  'host/sdk/index.ts': '',
  'runtime/package.json': JSON.stringify({
    version: '0.1.0',
    license: 'MIT',
    dependencies: { zod: '4.6.7' },
    devDependencies: { 'fast-check': '4.10.2' },
  }),
  'runtime/process/log.ts': '',
  'runtime/process/log.test.ts': '',
  'runtime/command/testing/run.ts': '',
  'runtime/store/tests/cases/dates.json': '{}',
  'runtime/services/test-services.ts': '',
  'runtime/decisions/0001-why.md': '',
  'plugins/shop/plugin.json': '{}',
  'plugins/shop/package.json': JSON.stringify({ version: '0.1.0', license: 'MIT' }),
  'plugins/shop/server.ts': '',
  'plugins/shop/remote.ts': '',
  'plugins/shop/screens/shop/page.tsx': '',
  'plugins/shop/screens/shop/resource.ts': '',
  'plugins/shop/screens/shop/en-US.json': '{}',
  'plugins/shop/.generated/remote.ts': '',
  'plugins/shop/dist/assets/shop.js': '',
  'docs/server.md': '# Waypost',
  'docs/caddy/Caddyfile': '',
  'scripts/release/waypost': '#!/bin/sh\n',
  'scripts/release/waypost.service': '',
  'scripts/release.ts': '',
  'tests/product.ts': '',
};

test('a server gets what it runs: no tests, no sources of pages, no scripts, and no package that only they need', () => {
  const root = folderOf('project', PROJECT);
  expect(serverFiles(root)).toEqual([
    'LICENSE',
    'host/shell/dist/index.html',
    'locales/en-US/server.json',
    'plugins/shop/dist/assets/shop.js',
    'plugins/shop/package.json',
    'plugins/shop/plugin.json',
    'plugins/shop/screens/shop/en-US.json',
    'plugins/shop/screens/shop/resource.ts',
    'plugins/shop/server.ts',
    'registry.json',
    'runtime/package.json',
    'runtime/process/log.ts',
  ]);
  const server = join(home, 'server');
  layOutFiles(root, server);
  const manifest = (path: string) => JSON.parse(readFileSync(join(server, path), 'utf8'));
  expect(manifest('package.json')).toMatchObject({
    workspaces: ['runtime', 'plugins/*'],
    dependencies: { bun: '1.4.5' },
  });
  expect(manifest('package.json').devDependencies).toBeUndefined();
  expect(manifest('runtime/package.json')).toEqual({
    version: '0.1.0',
    license: 'MIT',
    dependencies: { zod: '4.6.7' },
  });
  expect(readFileSync(join(server, 'README.md'), 'utf8')).toBe('# Waypost');
  expect(statSync(join(server, 'waypost')).mode & 0o111).toBe(0o111);
});

test('nothing is laid out whose pages are not built: it would start and show nothing', () => {
  const root = folderOf('unbuilt', PROJECT);
  rmSync(join(root, 'plugins/shop/dist'), { recursive: true });
  expect(() => serverFiles(root)).toThrow('plugins/shop/dist is not built');
});

test('the same files give the same archive, whenever and by whomever they were written; links and modes survive', async () => {
  const make = async (name: string, paths: string[], time: Date): Promise<Uint8Array> => {
    const folder = folderOf(name, Object.fromEntries(paths.map((path) => [path, `of ${path}`])));
    chmodSync(join(folder, 'run'), time.getTime() > 0 ? 0o755 : 0o700);
    symlinkSync('run', join(folder, 'also'));
    for (const path of paths) utimesSync(join(folder, path), time, time);
    await archiveFolder(folder, 'waypost', join(home, `${name}.tar.gz`));
    return readFileSync(join(home, `${name}.tar.gz`));
  };
  const long = `${'deep/'.repeat(30)}${'n'.repeat(120)}`;
  const one = await make('one', ['run', 'b/file', long], new Date(0));
  const other = await make('other', [long, 'b/file', 'run'], new Date(1e12));
  expect(Bun.SHA256.hash(one, 'hex')).toBe(Bun.SHA256.hash(other, 'hex'));
  mkdirSync(join(home, 'unpacked'));
  const unpacked = Bun.spawnSync(['tar', '-xzf', join(home, 'one.tar.gz'), '-C', join(home, 'unpacked')]);
  expect(unpacked.exitCode).toBe(0);
  const folder = join(home, 'unpacked/waypost');
  expect(readFileSync(join(folder, long), 'utf8')).toBe(`of ${long}`);
  expect(readlinkSync(join(folder, 'also'))).toBe('run');
  expect(statSync(join(folder, 'run')).mode & 0o777).toBe(0o755);
  expect(statSync(join(folder, 'b/file')).mode & 0o111).toBe(0);
});

interface ComposeFile {
  services: Record<
    string,
    {
      environment?: Record<string, string>;
      build?: string;
      image?: string;
      restart?: string;
      stop_grace_period?: string;
      init?: boolean;
      command?: string[];
      ports?: string[];
      volumes?: string[];
      networks?: Record<string, { ipv4_address: string }>;
    }
  >;
  networks: Record<string, { ipam: { config: { subnet: string }[] } }>;
  volumes: Record<string, unknown>;
}
const compose = Bun.YAML.parse(text('compose.yaml')) as ComposeFile;
const spread = Bun.YAML.parse(text('docs/scaling/compose.yaml')) as ComposeFile;
const servicesOf = (file: ComposeFile) => Object.entries(file.services);

test('compose starts nothing without the origin that stands in printed codes, or without the keys', () => {
  const { waypost } = compose.services;
  expect(waypost).toMatchObject({ build: '.', ports: ['127.0.0.1:6009:6009'] });
  for (const name of ['PUBLIC_URL', 'SECRET_KEY', 'INTERNAL_TOKEN'])
    expect(waypost?.environment?.[name]).toMatch(new RegExp(`^\\$\\{${name}:\\?[^}]{20,}\\}$`));
  expect(waypost?.environment?.PUBLIC_URL).not.toContain('localhost');
});

test('in front of it is Caddy with the Caddyfile that is tested, and nobody else says what address a visitor has', () => {
  const { waypost, caddy } = compose.services;
  const mounted = caddy?.volumes?.[0]?.split(':')[0] ?? '';
  expect(join(projectRoot, mounted)).toBe(join(projectRoot, 'docs/caddy/Caddyfile'));
  const asked = new Set(
    [...text('docs/caddy/Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name = '']) => name),
  );
  for (const name of Object.keys(caddy?.environment ?? {})) expect(asked).toContain(name);
  expect(caddy?.environment?.WAYPOST).toBe('waypost:6009');
  const address = caddy?.networks?.front?.ipv4_address ?? '';
  expect(waypost?.environment?.TRUSTED_PROXIES).toBe(`\${TRUSTED_PROXIES:-${address}}`);
  expect(compose.networks.front?.ipam.config[0]?.subnet).toStartWith(address.replace(/\d+$/, ''));
  const told =
    text('docs/https.md')
      .match(/^\| `[A-Z_, `]+` \|/gm)
      ?.join() ?? '';
  expect(new Set(told.match(/[A-Z_]{3,}/g))).toEqual(asked);
  for (const name of ['caddy', 'caddy-config']) expect(compose.volumes).toHaveProperty(name);
});

test('image and unit start what is laid out: the same file, with the bun beside it', () => {
  const image = text('Dockerfile');
  expect(image).toContain('RUN node scripts/bootstrap.mjs release --folder /server\n');
  expect(image).toContain('COPY --from=build /server /app\n');
  const [, command = '[]'] = image.match(/^CMD (.+)$/m) ?? [];
  const started = ['node_modules/.bin/bun', 'runtime/launcher/main.ts'];
  expect(JSON.parse(command)).toEqual(started);
  const unit = text('scripts/release/waypost.service');
  expect(unit).toContain(`ExecStart=/opt/waypost/current/${started.join(' ')}\n`);
  expect(existsSync(join(projectRoot, 'runtime/launcher/main.ts'))).toBe(true);
  expect(unit).toContain('KillMode=mixed\n');
});

test.each([
  ['compose.yaml', compose],
  ['docs/scaling/compose.yaml', spread],
] as const)('%s: each comes back by itself, is given the time to end, and knows an account', (_, file) => {
  const [, limit = '0'] = text('runtime/launcher/main.ts').match(/STOP_LIMIT = ([\d_]+);/) ?? [];
  // The launcher stops runtime, aggregator and store one after the other.
  const longest = (3 * Number(limit.replaceAll('_', ''))) / 1000;
  expect(longest).toBeGreaterThan(0);
  const ours = servicesOf(file).filter(([, { build }]) => build !== undefined);
  const members = servicesOf(file).filter(([, { image }]) => image?.startsWith('mongo'));
  expect(ours.length).toBeGreaterThan(0);
  for (const [name, { restart }] of servicesOf(file))
    expect([name, restart]).toEqual([name, 'unless-stopped']);
  for (const [, one] of ours) {
    expect(Number.parseInt(one.stop_grace_period ?? '', 10)).toBeGreaterThan(longest);
    expect(one.init).toBe(true);
    expect(one.environment?.MONGODB_URI).toMatch(/^mongodb:\/\/waypost:\$\{MONGO_PASSWORD/);
    expect(one.environment).toHaveProperty('TRUSTED_PROXIES');
  }
  for (const [, one] of members) {
    expect(one.image).toBe('mongo:8.0');
    expect(one.command).toContain('--keyFile');
  }
  expect(text(file === compose ? 'compose.yaml' : 'docs/scaling/compose.yaml')).toContain('it was not run');
});

test('the pattern for several machines: two that answer visits with files of their own, one with calls and jobs, three members', () => {
  const roles = servicesOf(spread).flatMap(([, { environment }]) => environment?.ROLES ?? []);
  expect(roles.toSorted()).toEqual(['api,jobs', 'visit', 'visit']);
  const folders = servicesOf(spread).flatMap(([, { volumes = [] }]) =>
    volumes.filter((one) => one.endsWith(':/data')),
  );
  expect(new Set(folders).size).toBe(folders.length);
  const members = servicesOf(spread).filter(([, { image }]) => image?.startsWith('mongo'));
  const uri = spread.services.office?.environment?.MONGODB_URI ?? '';
  expect(members).toHaveLength(3);
  for (const [name] of members) expect(uri).toContain(name);
  const balancer = text('docs/scaling/Caddyfile');
  for (const [name] of servicesOf(spread))
    if (!name.startsWith('mongodb') && name !== 'balancer') expect(balancer).toContain(`${name}:6009`);
  const address = spread.services.balancer?.networks?.front?.ipv4_address;
  for (const name of ['visits1', 'visits2', 'office'])
    expect(spread.services[name]?.environment?.TRUSTED_PROXIES).toBe(address ?? '');
});
