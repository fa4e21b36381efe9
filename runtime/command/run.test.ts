import { expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from './run.ts';

async function run(...words: string[]) {
  const [out, error]: [string[], string[]] = [[], []];
  const code = await runCommandLine({
    words,
    variables: { DATA_DIR: join(mkdtempSync(join(tmpdir(), 'waypost-')), 'data'), PORT: 'x' },
    terminal: { out: (text) => out.push(text), error: (text) => error.push(text), readInput: async () => '' },
  });
  return { code, out: out.join('\n'), error: error.join('\n') };
}

test('asked for help it lists every command and ends well', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  expect(out).toStartWith('Usage: waypost <command>');
  for (const name of ['account create', 'account list', 'api-key create', 'doctor'])
    expect(out).toContain(name);
  expect((await run('api-key', 'create', '--help')).out).toContain('--scopes A,B');
});

test('wrong usage ends with 2, says what was wrong and writes nothing to standard output', async () => {
  expect(await run('acount', 'list')).toMatchObject({ code: 2, out: '' });
  expect((await run('acount', 'list')).error).toStartWith('There is no command "acount list".');
  expect((await run('account', 'create')).error).toStartWith('--account is missing.');
  expect((await run('account', 'list', '--colour')).code).toBe(2);
  expect((await run('account', 'list', 'now')).error).toStartWith('Unexpected "now".');
});

test('a bad variable is named without a stack trace', async () => {
  const { code, error } = await run('account', 'list');
  expect(code).toBe(1);
  expect(error).toStartWith('PORT: ');
  expect(error).not.toContain('    at ');
});
