import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { runProgram } from '../../runtime/process/run-program.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';

const root = join(import.meta.dir, '../..');
let product: Product;
beforeAll(async () => {
  product = await shareProduct();
}, 180_000);

/** The lines that a document has people type, in their order, against the product of this test. */
async function linesOf(file: string, which: (block: string) => boolean = () => true): Promise<string> {
  const text = await Bun.file(join(root, file)).text();
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? '').filter(which);
  if (blocks.length === 0) throw new Error(`${file} has no lines to type`);
  return blocks.join('\n').replaceAll('http://127.0.0.1:6009', product.origin);
}

/** Types them; fails with what was said when one of them fails. */
async function typed(script: string): Promise<string> {
  const { code, out, error } = await runProgram(['bash', '-euo', 'pipefail', '-c', script], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: product.dataDir,
      PORT: String(product.port),
      TIME_ZONE: product.timeZone,
    },
  });
  expect({ code, error: code === 0 ? '' : error }).toEqual({ code: 0, error: '' });
  return out;
}

test('the commands of the README make a code that answers: a newcomer types nothing else', async () => {
  const output = await typed(await linesOf('README.md', (block) => block.includes('api-key create')));
  const { content } = JSON.parse(output) as { content: { short_url: string } };
  const answer = await fetch(content.short_url, { redirect: 'manual' });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe('https://example.com/');
}, 180_000);

test('docs/http.md and OpenAPI tell the same of which calls want no login', async () => {
  const { paths } = (await (await fetch(`${product.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, { post: { security: unknown[] } }>;
  };
  const open = Object.entries(paths).flatMap(([path, { post }]) =>
    post.security.length === 0 ? [path.replace('/api/', '')] : [],
  );
  const [, told = ''] = (await Bun.file(join(root, 'docs/http.md')).text()).split(
    '\n## Calls without login\n',
  );
  const [named = '', ...rest] = told.split('\n## ')[0]?.split('All others need a token.') ?? [];
  expect([...named.matchAll(/`(\w+\/\w+)/g)].map(([, call = '']) => call).sort()).toEqual(open.sort());
  // What is written down twice says two things after the next change.
  expect(rest).toHaveLength(1);
});

test('docs/http.md and OpenAPI tell the same of how often each call may be made: a program paces itself by either', async () => {
  const { paths } = (await (await fetch(`${product.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, { post: Record<string, unknown> }>;
  };
  const told = new Map(
    Object.entries(paths).map(([path, { post }]) => [path.replace('/api/', ''), post['x-rate-per-minute']]),
  );
  const [, rates = ''] = (await Bun.file(join(root, 'docs/http.md')).text()).split('\n## Rates\n');
  const [usual = '0'] = rates.match(/\d+/) ?? [];
  const rows = [...rates.matchAll(/^\| `([\w/]+)` \| (\d+) \|$/gm)];
  const named = new Map(rows.map(([, call = '', rate]) => [call, Number(rate)]));
  expect(named.size).toBeGreaterThan(10);
  for (const [call, rate] of told) expect([call, rate]).toEqual([call, named.get(call) ?? Number(usual)]);
  expect([...named.keys()].filter((call) => !told.has(call))).toEqual([]);
});

test('the commands of docs/http.md find what the page says: a program is written from it', async () => {
  const script = await linesOf('docs/http.md');
  expect(script.split('\n').filter((line) => line.startsWith('test '))).toHaveLength(16);
  await typed(
    script.replaceAll(
      /^test .*$/gm,
      (line) =>
        `${line} || { echo ${JSON.stringify(line.slice(0, 70).replaceAll(/["$\\`]/g, ''))} >&2; exit 1; }`,
    ),
  );
}, 180_000);
