import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Product, startProduct } from '../product.ts';

const root = join(import.meta.dir, '../..');
let product: Product;
beforeAll(async () => {
  product = await startProduct();
}, 180_000);
afterAll(() => product.stop(), 60_000);

test('the commands of the README make a code that answers: a newcomer types nothing else', async () => {
  const readme = await Bun.file(join(root, 'README.md')).text();
  const block = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map((match) => match[1] ?? '')
    .find((text) => text.includes('api-key create'));
  if (block === undefined) throw new Error('README.md has no block that makes an API key');
  const script = block.replaceAll('http://127.0.0.1:6009', product.origin);
  const run = Bun.spawn(['bash', '-euo', 'pipefail', '-c', script], {
    cwd: root,
    env: { ...process.env, DATA_DIR: product.dataDir, PORT: String(product.port) },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, errors, code] = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
    run.exited,
  ]);
  expect({ code, errors: code === 0 ? '' : errors }).toEqual({ code: 0, errors: '' });
  const { content } = JSON.parse(output) as { content: { short_url: string } };
  const answer = await fetch(content.short_url, { redirect: 'manual' });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe('https://example.com/');
}, 180_000);
