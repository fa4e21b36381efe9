import { afterAll, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from './process.ts';

// A project whose build leaves a mark and fails: building the real one takes half a minute.
const project = mkdtempSync(join(tmpdir(), 'waypost-start-order-'));
const mark = join(project, 'was-built');
mkdirSync(join(project, 'scripts'));
mkdirSync(join(project, 'host/shell'), { recursive: true });
for (const file of ['start.ts', 'process.ts'])
  cpSync(join(projectRoot, 'scripts', file), join(project, 'scripts', file));
symlinkSync(join(projectRoot, 'runtime'), join(project, 'runtime'));
writeFileSync(
  join(project, 'host/shell/build.ts'),
  `require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''); process.exit(7);`,
);
afterAll(() => rmSync(project, { recursive: true, force: true }));

async function start(variables: Record<string, string>) {
  rmSync(mark, { force: true });
  const child = Bun.spawn([process.execPath, join(project, 'scripts/start.ts')], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: join(project, 'data'), ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [code, text] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  return { code, text, wasBuilt: existsSync(mark) };
}

test('a setting that cannot be used is told before anything is built', async () => {
  const { code, text, wasBuilt } = await start({ ADMIN_PASSWORD: 'lettersonly', PORT: 'many' });
  expect(code).toBe(1);
  expect(text).toContain('ADMIN_PASSWORD: expected');
  expect(text).toContain('PORT: expected');
  expect(text).not.toContain('    at ');
  expect(wasBuilt).toBe(false);
}, 60_000);

test('so are those that only show where they are used: folder, time zone, key and port', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-start-zone-'));
  writeFileSync(join(folder, 'time-zone'), 'Europe/Berlin\n');
  const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const guessable = Buffer.alloc(32, 7).toString('base64');
  for (const [variables, told] of [
    [{ DATA_DIR: '/proc/waypost' }, 'DATA_DIR: expected a directory that can be written'],
    [{ DATA_DIR: folder, TIME_ZONE: 'Africa/Nairobi' }, 'TIME_ZONE: expected Europe/Berlin'],
    [{ NODE_ENV: 'production', SECRET_KEY: guessable }, 'SECRET_KEY: expected 32 random bytes'],
    [{ PORT: String(other.port) }, 'PORT: expected a free port'],
  ] as const) {
    const { code, text, wasBuilt } = await start(variables);
    expect([code, text, wasBuilt]).toEqual([1, expect.stringContaining(told), false]);
    expect(text).not.toContain('    at ');
  }
  await other.stop(true);
  rmSync(folder, { recursive: true });
}, 60_000);

test('with settings that can be used the pages are built, and a build that fails ends the start', async () => {
  expect(await start({ PORT: '0' })).toMatchObject({ code: 7, wasBuilt: true });
}, 60_000);
