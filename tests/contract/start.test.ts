import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '../api.ts';
import { freePort, type Product, startProduct } from '../product.ts';

const launcher = join(import.meta.dir, '../../runtime/launcher/main.ts');

const command = [join(import.meta.dir, '../../runtime/command/main.ts'), 'start'];

/** Starts the product with these variables and waits for its end. */
async function startAndFail(
  env: Record<string, string>,
  program: string[] = [launcher],
): Promise<{ code: number; text: string }> {
  const child = Bun.spawn([process.execPath, ...program], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const text = await new Response(child.stderr).text();
  return { code: await child.exited, text };
}

describe('a start', () => {
  let dataDir = '';
  let port = 0;
  let product: Product;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'waypost-start-'));
    port = await freePort();
    // As people type it; everything else here goes without the command line.
    product = await startProduct({ dataDir, port, isByCommand: true });
  }, 180_000);
  afterAll(async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }, 180_000);

  test('a second start on the same data says who holds it, instead of mixing two journals', async () => {
    for (const program of [[launcher], command]) {
      const env = { DATA_DIR: dataDir, PORT: String(await freePort()), TIME_ZONE: product.timeZone };
      const { code, text } = await startAndFail(env, program);
      expect(code).toBe(1);
      expect(text).toContain(`in use by process ${product.pid} (http://127.0.0.1:${port}`);
      expect(text).not.toContain('    at ');
    }
  });

  test('a bad value is named with what was expected', async () => {
    const { code, text } = await startAndFail({ DATA_DIR: dataDir, TIME_ZONE: 'Mars/Olympus', PORT: 'many' });
    expect(code).toBe(1);
    expect(text).toContain('TIME_ZONE: expected an IANA time zone');
    expect(text).toContain('PORT: expected a whole number');
    expect(text).not.toContain('    at ');
  });

  test('a port that is taken is named, and whoever has it is not said to be this product', async () => {
    const other = mkdtempSync(join(tmpdir(), 'waypost-start-'));
    const { code, text } = await startAndFail({ DATA_DIR: other, PORT: String(port) });
    rmSync(other, { recursive: true, force: true });
    expect(code).toBe(1);
    expect(text.trim().split('\n')).toEqual([
      `PORT: expected a free port, 127.0.0.1:${port} is in use; stop the program that has it or set another PORT`,
    ]);
  }, 60_000);

  test('a directory that cannot be written is told in a sentence', async () => {
    const { code, text } = await startAndFail({ DATA_DIR: launcher, PORT: String(await freePort()) });
    expect(code).toBe(1);
    expect(text).toContain('DATA_DIR: expected a directory that can be written');
    expect(text).not.toContain('    at ');
  }, 60_000);

  test('a store that cannot be written is told once, not started again and again', async () => {
    const other = mkdtempSync(join(tmpdir(), 'waypost-start-'));
    writeFileSync(join(other, 'store'), '');
    const { code, text } = await startAndFail({ DATA_DIR: other, PORT: String(await freePort()) });
    rmSync(other, { recursive: true, force: true });
    expect(code).toBe(1);
    expect(text).toContain('DATA_DIR: expected a store that this user can read and write');
    expect(text).not.toContain('    at ');
    expect(text).not.toContain('store ended');
  }, 60_000);

  test('a store that is damaged is told once, with the command that says more', async () => {
    const other = mkdtempSync(join(tmpdir(), 'waypost-start-'));
    mkdirSync(join(other, 'store'));
    writeFileSync(join(other, 'store', 'store.sqlite'), 'no database');
    const { code, text } = await startAndFail({ DATA_DIR: other, PORT: String(await freePort()) });
    rmSync(other, { recursive: true, force: true });
    expect(code).toBe(1);
    expect(text).toContain('is no store: its header is damaged');
    expect(text).toContain('Nothing was changed. `waypost doctor` says what is wrong');
    expect(text).not.toContain('store ended');
  }, 60_000);

  test('a printed code is never said to be unknown while the product starts: people would throw the print away', async () => {
    const api = await signIn(product.origin, product.administrator);
    const made = await api.call('qr_code_list/add', {
      name: 'Poster',
      targets: [{ url: 'https://example.com/' }],
      jump_type: 6,
    });
    const { short_code } = made.content as { short_code: string };
    const address = `${product.origin}/${short_code}`;
    await product.stop();

    const statuses = new Set<number>();
    const starting = startProduct({ dataDir, port });
    let isStarted = false;
    const done = starting.then((started) => {
      product = started;
      isStarted = true;
    });
    while (!isStarted) {
      const status = await fetch(address, { redirect: 'manual' }).then(
        (response) => response.status,
        () => 0,
      );
      statuses.add(status);
      await Bun.sleep(1);
    }
    await done;
    statuses.delete(0);
    for (const status of statuses) expect([302, 503]).toContain(status);
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(302);
  }, 180_000);
});
