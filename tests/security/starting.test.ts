import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../runtime/process/run-program.ts';

const root = join(import.meta.dir, '../..');
const READABLE = Buffer.from('change-me-change-me-change-me-32').toString('base64');

/** Starts the product with these variables; it must end by itself. */
async function start(variables: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-start-'));
  const dataDir = join(folder, 'data');
  const { code, out, error } = await runProgram([process.execPath, join(root, 'runtime/launcher/main.ts')], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: '0', ...variables },
    timeout: 60_000,
  });
  const isTouched = existsSync(join(dataDir, 'store'));
  rmSync(folder, { recursive: true, force: true });
  return { code, text: out + error, isTouched };
}

test.each([
  ['SECRET_KEY', 'c2hvcnQ=', {}],
  ['SECRET_KEY', 'secret', {}],
  ['SECRET_KEY', READABLE, { NODE_ENV: 'production' }],
  ['SECRET_KEY', Buffer.alloc(32).toString('base64'), { NODE_ENV: 'production' }],
  ['ADMIN_PASSWORD', 'a1', {}],
  ['ADMIN_PASSWORD', 'lettersonly', {}],
])(
  'First administrator 6.3.2: a guessable %s stops the start, and its value stays untold',
  async (name, value, more) => {
    const { code, text, isTouched } = await start({ [name]: value, ...(more as Record<string, string>) });
    expect(code).toBe(1);
    expect(text).toContain(`${name}: expected`);
    expect(text).not.toContain(value);
    expect(text).not.toContain('    at ');
    expect(isTouched).toBe(false);
  },
  90_000,
);
