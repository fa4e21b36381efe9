import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../process/run-program.ts';
import { runHere } from './testing/run-waypost.ts';

const directory = mkdtempSync(join(tmpdir(), 'waypost-command-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function waypost(words: string[], input = '') {
  const { code, out, error } = await runProgram(
    [process.execPath, join(import.meta.dir, 'main.ts'), ...words],
    {
      env: {
        PATH: process.env.PATH ?? '',
        DATA_DIR: directory,
        WAYPOST_STORE_SYNCHRONOUS: 'NORMAL',
        ...(process.env.MONGODB_URI ? { MONGODB_URI: process.env.MONGODB_URI } : {}),
      },
      input,
    },
  );
  return { code, out: out.trim(), error: error.trim() };
}

test('an operator makes accounts and keys without the product running, and nothing is shown twice', async () => {
  const name = `operator${process.pid}`;
  const created = await waypost(['account', 'create', '--account', name, '--role', 'customer', '--json']);
  // Whoever forgot DATA_DIR sees that an installation was made, and where.
  if (!process.env.MONGODB_URI)
    expect(created.error).toMatch(
      /^administrator admin \w{16} \(.+ new installation with DATA_DIR \S+: .+\)$/,
    );
  expect(created.code).toBe(0);
  expect(JSON.parse(created.out)).toMatchObject({
    account: name,
    role: 'customer',
    password: expect.stringMatching(/^\w{16}$/),
  });

  const key = await waypost(['api-key', 'create', '--account', name, '--scopes', 'qr.code:*', '--json']);
  expect(JSON.parse(key.out)).toEqual({ key: expect.stringMatching(/^wp_[\w-]{43}$/) });

  const reset = await waypost(
    ['account', 'reset-password', '--account', name, '--password-stdin', '--json'],
    'Another123\n',
  );
  expect(JSON.parse(reset.out)).toEqual({ account: name });

  const list = JSON.parse((await waypost(['account', 'list', '--json'])).out) as {
    account: string;
    role: string;
  }[];
  expect(list).toContainEqual(expect.objectContaining({ account: name, role: 'customer', disabled: false }));
}, 60_000);

test('what fails says why in a sentence, without a stack trace', async () => {
  const unknown = await waypost(['api-key', 'create', '--account', 'nobody-here']);
  expect(unknown).toMatchObject({ code: 1, out: '', error: 'There is no account nobody-here.' });
  const weak = await waypost(['account', 'create', '--account', 'weak-one', '--password-stdin'], 'short');
  expect(weak).toMatchObject({ code: 1, error: 'password: The password needs at least 6 characters.' });
  expect((await waypost(['account', 'create', '--account', 'role-one', '--role', 'king'])).code).toBe(2);
}, 60_000);

test.skipIf(process.env.MONGODB_URI !== undefined)(
  'the doctor finds nothing in an empty folder and leaves it empty: a mistyped DATA_DIR must not look healthy',
  async () => {
    const empty = mkdtempSync(join(tmpdir(), 'waypost-command-'));
    const { code, out } = await runHere(empty, ['doctor']);
    expect(code).toBe(1);
    expect(out).toStartWith(`FAIL data directory: ${empty} holds no store`);
    expect(readdirSync(empty)).toEqual([]);
    rmSync(empty, { recursive: true });
  },
  60_000,
);

test.skipIf(process.env.MONGODB_URI !== undefined)(
  'the doctor says a fault once, and in one line what it could not look at because of it',
  async () => {
    const damaged = mkdtempSync(join(tmpdir(), 'waypost-command-'));
    mkdirSync(join(damaged, 'store'));
    writeFileSync(join(damaged, 'store/store.sqlite'), 'no store at all');
    for (const [zone, culprit] of [
      ['Asia/Shanghai', 'store file'],
      ['Europe/Paris', 'data directory'],
    ] as const) {
      // The folder is one of Shanghai from the first turn on, and visits have been counted in it.
      const { code, out, error } = await runHere(damaged, ['doctor'], { variables: { TIME_ZONE: zone } });
      rmSync(join(damaged, 'time-zone.open'), { force: true });
      const lines = out.split('\n');
      expect(lines.filter((line) => line.startsWith(`FAIL ${culprit}: `)).length).toBe(1);
      expect(lines.filter((line) => line.startsWith('skip ')).length).toBe(1);
      expect(lines.at(-1)).toStartWith(
        'skip store, super administrator, plugins, plugin processes, plugin leftovers',
      );
      expect(lines.at(-1)).toContain(`not checked because of ${culprit}`);
      expect(error).toBe('');
      expect(code).toBe(1);
    }
    rmSync(damaged, { recursive: true });
  },
  60_000,
);

test('the doctor finds a healthy installation healthy', async () => {
  const { code, out } = await waypost(['doctor', '--json']);
  const checks = JSON.parse(out) as { name: string; ok: boolean }[];
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(checks.map(({ name }) => name)).toContain('audit log');
  expect(code).toBe(0);
}, 60_000);

test.each([
  ['plugin new', 'npm run -s waypost -- plugin new ID', ['shop', '--folder', 'shop']],
  ['plugin pack', 'npm run -s waypost -- plugin pack FOLDER', ['shop', '--no-build', '--json']],
  ['plugin sdk', 'npm run -s waypost -- plugin sdk FOLDER', []],
  ['plugin dev', 'npm run dev -- --plugin FOLDER', ['--help']],
])('a server says of %s where it is, however it is typed', async (command, line, rest) => {
  const answer = await runHere(directory, [...command.split(' '), ...rest]);
  expect(answer).toMatchObject({ code: 3, out: '' });
  expect(answer.error).toStartWith(`“waypost ${command}” belongs to the tool for authors of plugins`);
  expect(answer.error).toEndWith(line);
});
