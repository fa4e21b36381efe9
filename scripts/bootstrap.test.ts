import { afterAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from './process.ts';

// A project with nothing to install, whose start says that it runs and that it was asked to end.
const project = mkdtempSync(join(tmpdir(), 'waypost-bootstrap-'));
const running = join(project, 'running');
const ended = join(project, 'ended');
const manifest = JSON.stringify({ name: 'p', scripts: { start: 'node scripts/bootstrap.mjs start' } });
for (const folder of ['scripts', 'plugins', 'node_modules/.bin'])
  mkdirSync(join(project, folder), { recursive: true });
cpSync(join(projectRoot, 'scripts/bootstrap.mjs'), join(project, 'scripts/bootstrap.mjs'));
symlinkSync(process.execPath, join(project, 'node_modules/.bin/bun'));
writeFileSync(join(project, 'package.json'), manifest);
writeFileSync(
  join(project, 'node_modules/.waypost-installed'),
  createHash('sha256').update('package.json').update('\0').update(manifest).digest('hex'),
);
writeFileSync(
  join(project, 'scripts/start.ts'),
  `import { writeFileSync } from 'node:fs';
  const timer = setInterval(() => undefined, 1000);
  process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(ended)}, ''); clearInterval(timer); });
  writeFileSync(${JSON.stringify(running)}, '');`,
);
afterAll(() => rmSync(project, { recursive: true, force: true }));

const until = async (path: string): Promise<boolean> => {
  const limit = performance.now() + 30_000;
  while (!existsSync(path) && performance.now() < limit) await Bun.sleep(50);
  return existsSync(path);
};

test('npm that is asked to end leaves nothing running behind', async () => {
  const npm = Bun.spawn(['npm', 'start'], { cwd: project, stdio: ['ignore', 'ignore', 'ignore'] });
  expect(await until(running)).toBe(true);
  npm.kill('SIGTERM');
  await npm.exited;
  expect(await until(ended)).toBe(true);
}, 90_000);
