import { afterAll, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StoreCommand, storeCommand } from '../command.ts';
import { FILE_NAME } from '../storage/connection.ts';

const directory = mkdtempSync(join(tmpdir(), 'wp-refusals-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What a store says that cannot start. */
async function refused(store: Omit<StoreCommand, 'socketPath'>): Promise<{ code: number; said: string }> {
  const child = Bun.spawn(storeCommand({ ...store, socketPath: join(directory, 's.sock') }), {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const said = await new Response(child.stderr).text();
  return { code: await child.exited, said };
}

test('a store of nobody in particular names its own directory, and no program that it does not know', async () => {
  const file = join(directory, 'a-file');
  writeFileSync(file, '');
  const unwritable = await refused({ directory: file });
  expect(unwritable.code).toBe(78);
  expect(unwritable.said).toStartWith(`${file}: expected a store that this user can read and write (`);

  const damaged = join(directory, 'damaged');
  mkdirSync(damaged);
  writeFileSync(join(damaged, FILE_NAME), 'no database');
  const { code, said } = await refused({ directory: damaged });
  expect(code).toBe(78);
  expect(said).toBe(`${join(damaged, FILE_NAME)} is no store: its header is damaged\nNothing was changed.\n`);
});

test('whoever starts it gives the directory its name and says what to do about damage', async () => {
  const words = { directoryName: 'STORE_AT', adviceOnDamage: 'Ask Zawadi.' };
  const file = join(directory, 'another-file');
  writeFileSync(file, '');
  expect((await refused({ ...words, directory: file })).said).toStartWith('STORE_AT: expected a store');

  const damaged = join(directory, 'damaged-too');
  mkdirSync(damaged);
  writeFileSync(join(damaged, FILE_NAME), 'no database');
  chmodSync(join(damaged, FILE_NAME), 0o600);
  expect((await refused({ ...words, directory: damaged })).said).toEndWith(
    'Nothing was changed. Ask Zawadi.\n',
  );
});
