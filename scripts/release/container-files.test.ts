import { expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentedCommands } from '../../tests/documented-commands.ts';
import { projectRoot } from '../process.ts';
import { findProxy } from '../proxy.ts';

// No container engine runs them here: what can be read of them is held here, and by release.test.ts.

const text = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

interface Service {
  image?: string;
  environment?: Record<string, string>;
  entrypoint?: string[];
  command?: string[];
  depends_on?: Record<string, { condition: string }> | string[];
  healthcheck?: { test: string[] };
  stop_grace_period?: string;
  build?: string;
  volumes?: string[];
}
interface ComposeFile {
  services: Record<string, Service>;
}

const FILES = ['compose.yaml', 'docs/scaling/compose.yaml', 'tests/mongodb/compose.yaml'] as const;
const read = (file: string) => Bun.YAML.parse(text(file)) as ComposeFile;
const members = (file: string) =>
  Object.entries(read(file).services).filter(([, { image }]) => image?.startsWith('mongo'));
/** As compose hands it on. */
const unescaped = (script: string) => script.replaceAll('$$', '$');

test('the image is built with a node that is supported for years, and runs without one as nobody of importance', () => {
  const stages = [...text('Dockerfile').matchAll(/^FROM (\S+)( AS \w+)?$/gm)].map(([, image = '']) => image);
  expect(stages).toHaveLength(2);
  const [, major = ''] = /^node:(\d+)-slim$/.exec(stages[0] ?? '') ?? [];
  // Even ones become LTS in the October of their year: 26 in 2026.
  expect(Number(major) % 2).toBe(0);
  expect(Number(major)).toBeGreaterThanOrEqual(26);
  expect(stages[1]).toMatch(/^debian:\w+-slim$/);
  const run = text('Dockerfile').split(/^FROM debian/m)[1] ?? '';
  for (const line of ['USER waypost', 'VOLUME /data', 'NODE_ENV=production', 'HEALTHCHECK ', '/readyz'])
    expect(run).toContain(line);
});

test.each(FILES)(
  '%s: MongoDB is pinned to a release, and its scripts can be read by what runs them',
  (file) => {
    expect(members(file).length).toBeGreaterThan(0);
    const isReplicaSet = ([, { command = [] }]: [string, Service]) => command.includes('--replSet');
    expect(members(file).every(isReplicaSet)).toBe(true);
    for (const [, { image, entrypoint = [], healthcheck }] of members(file)) {
      expect(image).toBe('mongo:8.0');
      const script = unescaped(entrypoint[2] ?? 'true');
      const { exitCode, stderr } = Bun.spawnSync(['bash', '-n', '-c', script]);
      expect([exitCode, stderr.toString()]).toEqual([0, '']);
      const asked = unescaped(healthcheck?.test[1] ?? "mongosh --eval 'true'");
      expect(Bun.spawnSync(['bash', '-n', '-c', asked]).exitCode).toBe(0);
      const [, program = ''] = /--eval\s+'([^']+)'/.exec(asked) ?? [];
      // Throws where it is no program.
      expect(() => new Function(program)).not.toThrow();
      expect(program).not.toBe('');
    }
  },
);

test.each(FILES.slice(0, 2))(
  '%s: MongoDB takes nobody without a password, and none is written down',
  (file) => {
    const administrators = members(file).filter(
      ([, { environment }]) => environment?.MONGO_INITDB_ROOT_USERNAME,
    );
    expect(administrators).toHaveLength(1);
    const [, { environment = {} } = {}] = administrators[0] ?? [];
    expect(environment.MONGO_INITDB_ROOT_PASSWORD).toMatch(/^\$\{MONGO_ROOT_PASSWORD:\?[^}]{20,}\}$/);
    expect(environment.WAYPOST_PASSWORD).toMatch(/^\$\{MONGO_PASSWORD(:\?[^}]{20,})?\}$/);
    expect(text(file)).toContain('roles: ["readWrite"]');
    for (const [, { stop_grace_period, entrypoint, command }] of members(file)) {
      expect(stop_grace_period).toBe('60s');
      expect(unescaped(entrypoint?.[2] ?? '')).toContain('chmod 400');
      expect(command).toContain('--keyFile');
    }
    const waits = Object.values(read(file).services).flatMap(({ depends_on }) =>
      depends_on === undefined || Array.isArray(depends_on) ? [] : Object.values(depends_on),
    );
    expect(waits.length).toBeGreaterThan(0);
    for (const { condition } of waits) expect(condition).toBe('service_healthy');
  },
);

test('where they stand, operators read that nobody has run them', () => {
  for (const [file, said] of [
    ['docs/operators.md', 'No container engine'],
    ['docs/scaling.md', 'No container engine was at hand'],
    ['docs/https.md', 'no container engine'],
    ['tests/mongodb/compose.yaml', 'No container engine was at hand'],
  ] as const)
    expect(text(file)).toContain(said);
});

test('the workflow and the compose file of the tests name the same members', () => {
  const ports = members('tests/mongodb/compose.yaml').map(
    ([, { command = [] }]) => command[command.indexOf('--port') + 1],
  );
  const address = `mongodb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/?replicaSet=waypost`;
  expect(text('.github/workflows/mongodb.yml')).toContain(`MONGODB_URI: ${address}\n`);
  expect(text('tests/mongodb/compose.yaml')).toContain(`MONGODB_URI='${address}'`);
});

/** Options of `docker compose run` that the documents use, and whether something follows each. */
const RUN_OPTIONS = new Map([
  ['--rm', false],
  ['--no-deps', false],
  ['--user', true],
  ['--volume', true],
]);

/** The words of a line of the shell without substitutions. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** `docker compose run [options] service command…` */
function readRun(line: string) {
  const words = wordsOf(line).slice('docker compose run'.split(' ').length);
  const options: Record<string, string[]> = {};
  while (words[0]?.startsWith('--')) {
    const name = words.shift() as string;
    const hasValue = RUN_OPTIONS.get(name);
    expect([name, hasValue]).toEqual([name, expect.any(Boolean)]);
    options[name] = [...(options[name] ?? []), ...(hasValue ? [words.shift() ?? ''] : [])];
  }
  const [service = '', ...command] = words;
  return { options, service, command };
}

test('what the move says to run with compose fits compose.yaml, the image and the command line', () => {
  const [up = '', ...lines] = documentedCommands('docs/moving-to-mongodb.md').compose;
  // It waits for a service that says when it is ready.
  const started = /^docker compose up --detach --wait (\w+)$/.exec(up)?.[1] ?? '';
  expect(read('compose.yaml').services[started]).toHaveProperty('healthcheck');
  expect(lines).toHaveLength(2);
  // Its words are the container's first: nothing stands before them.
  expect(text('Dockerfile')).not.toContain('ENTRYPOINT');
  expect(text('Dockerfile')).toContain(
    'useradd --uid 1000 --no-create-home --shell /usr/sbin/nologin waypost',
  );
  const runs = lines.map(readRun);
  for (const { options, service } of runs) {
    const { build, volumes } = read('compose.yaml').services[service] ?? {};
    expect([build, volumes]).toEqual(['.', ['data:/data']]);
    // Neither what was exported nor DATA_DIR can be read by the container's own account.
    expect(options['--user']).toEqual(['root']);
    expect(options['--volume']?.[0]).toMatch(/^\.\/\w+:\/\w+(:ro)?$/);
  }
  const [importing, bringing] = runs as [ReturnType<typeof readRun>, ReturnType<typeof readRun>];
  const [bun, file = '', ...words] = importing.command;
  expect([bun, existsSync(join(projectRoot, file))]).toEqual(['node_modules/.bin/bun', true]);
  expect(text('Dockerfile')).toContain(`"${bun}"`);
  const usage = Bun.spawnSync([process.execPath, file, ...words, '--help'], { cwd: projectRoot });
  expect(usage.stdout.toString()).toContain('waypost store import DIR');
  expect(importing.options['--volume']).toEqual([`./move:${words.at(-1)}`]);

  // Without the change of owner, which only the administrator of a machine may make.
  const root = mkdtempSync(join(tmpdir(), 'waypost-volume-'));
  for (const folder of ['from/store', 'from/journal/j1', 'from/files/store', 'data'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['from/secret.key', 'from/store/waypost.db', 'from/journal/j1/1', 'from/files/store/a'])
    writeFileSync(join(root, file), 'x');
  expect(bringing.command.slice(0, 2)).toEqual(['sh', '-c']);
  const script = bringing.command[2]?.replace(/ && chown --recursive waypost:waypost \/data$/, '') ?? '';
  expect(script).not.toBe(bringing.command[2]);
  const placed = script.replaceAll(/ \/(from|data)\b/g, (_, folder) => ` ${join(root, folder)}`);
  expect(Bun.spawnSync(['sh', '-c', placed]).exitCode).toBe(0);
  expect(readdirSync(join(root, 'data')).sort()).toEqual(['files', 'journal', 'secret.key']);
  expect(readdirSync(join(root, 'data/files/store'))).toEqual(['a']);
  rmSync(root, { recursive: true, force: true });

  for (const name of ['SECRET_KEY', 'TIME_ZONE']) {
    expect(text('docs/moving-to-mongodb.md')).toContain(`echo "${name}=$(cat data/`);
    expect(text('compose.yaml')).toContain(`${name}: \${${name}:`);
  }
});

test('the members of the tests keep what they have acknowledged when they are killed, and each is killed in turn', () => {
  const services = members('tests/mongodb/compose.yaml');
  for (const [, member] of services) expect(member).not.toHaveProperty('tmpfs');
  const workflow = text('.github/workflows/mongodb.yml');
  const [, kill = ''] = /WAYPOST_KILL_COMMAND: >-\n((?:\s{12}.+\n)+)/.exec(workflow) ?? [];
  expect(kill).toContain('restart --timeout 0 "mongodb$member"');
  // Docker says which it would have killed.
  const root = mkdtempSync(join(tmpdir(), 'waypost-members-'));
  mkdirSync(join(root, '.cache'));
  writeFileSync(join(root, 'docker'), '#!/bin/sh\necho "$@" >> killed\n', { mode: 0o755 });
  const env = { PATH: `${root}:${process.env.PATH ?? ''}` };
  const line = kill.trim().replaceAll(/\s*\n\s*/g, ' ');
  for (let time = 0; time < 4; time += 1) Bun.spawnSync(['sh', '-c', line], { cwd: root, env });
  const killed = readFileSync(join(root, 'killed'), 'utf8').trim().split('\n');
  rmSync(root, { recursive: true, force: true });
  const names = services.map(([name]) => name);
  expect(killed.map((said) => said.split(' ').at(-1))).toEqual([...names, names[0]] as string[]);
});

test.skipIf(findProxy() === undefined)(
  'the balancer is a file that Caddy takes, and leads http:// to https:// where docs/caddy/Caddyfile does',
  () => {
    const [home, balancer] = ['docs/caddy/Caddyfile', 'docs/scaling/Caddyfile'].map((file) => {
      const words = ['adapt', '--config', file, '--adapter', 'caddyfile'];
      const env = { PATH: process.env.PATH ?? '', HOME: tmpdir(), INTERNAL_TOKEN: 'token' };
      const { exitCode, stdout } = Bun.spawnSync([findProxy() ?? '', ...words], { cwd: projectRoot, env });
      expect([file, exitCode]).toEqual([file, 0]);
      return askedOf(JSON.parse(stdout.toString()));
    });
    expect(balancer).toEqual(home);
    expect(JSON.stringify(home)).toContain('https://{http.request.host}{http.request.uri}');
  },
);

interface Asking {
  rewrite?: unknown;
  headers?: { request?: unknown };
  handle_response?: { match?: unknown; routes: unknown[] }[];
}

/** How whoever comes by http:// is asked about: what is sent, and what follows where a certificate may be had. */
function askedOf(config: unknown): unknown {
  const found: Asking[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('handle_response' in value) found.push(value as Asking);
    for (const part of Object.values(value)) look(part);
  };
  look(config);
  expect(found).toHaveLength(1);
  const [{ rewrite, headers, handle_response } = {}] = found;
  return { rewrite, headers, redirecting: handle_response?.[0] };
}
