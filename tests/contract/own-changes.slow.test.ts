import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';
import { until } from '../until.ts';

/** Codes that go through their whole life, and how many of them at once: five changes each, 200 in all. */
const CODES = 40;
const AT_ONCE = 4;
const LIMIT_MS = 120_000;

setDefaultTimeout(LIMIT_MS);

let product: Product;
let api: Api;

beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'warn' } });
  api = await signIn(product.origin, product.administrator);
}, 180_000);
afterAll(() => product?.stop());

const visit = async (code: string) => {
  const answer = await fetch(`${product.origin}/${code}`, { redirect: 'manual' });
  await answer.body?.cancel();
  return answer.headers.get('location') ?? answer.status;
};

/** What a visit sees right after each change of one code, in the order of the changes. */
async function lifeOf(number: number): Promise<(string | number)[]> {
  const first = `https://first.example/${number}`;
  const second = `https://second.example/${number}`;
  const { content: made } = await api.call<{ id: string; short_code: string }>('qr_code_list/add', {
    name: `code ${number}`,
    targets: [{ url: first }],
    jump_type: 6,
  });
  const { id, short_code } = made;
  const seen: (string | number)[] = [await visit(short_code)];
  const change = async (call: string, body: Record<string, unknown> = {}): Promise<void> => {
    expect((await api.call(`qr_code_list/${call}`, { id, ...body })).status).toBe(200);
    seen.push(await visit(short_code));
  };
  await change('update_url', { targets: [{ url: second }] });
  await change('update_remove');
  await change('update_remove', { remove: 1 });
  await change('remove');
  return seen.map((answer) => (answer === first ? 'first' : answer === second ? 'second' : answer));
}

test('who was told that a code is saved, changed, removed or back can visit it as such at once', async () => {
  const lives: (string | number)[][] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < CODES) lives.push(await lifeOf(next++));
    }),
  );
  expect(lives).toHaveLength(CODES);
  for (const life of lives) expect(life).toEqual(['first', 'second', 410, 'second', 410]);
  expect(product.output()).not.toContain('not yet seen');
});

test('a change that leaves the link as it was is answered at once, too', async () => {
  const { content: made } = await api.call<{ id: string; short_code: string }>('qr_code_list/add', {
    name: 'before',
    targets: [{ url: 'https://example.com/' }],
    jump_type: 6,
  });
  const { status } = await api.call('qr_code_list/update', { id: made.id, version: 1, name: 'after' });
  expect(status).toBe(200);
  // The line that is written after a wait in vain.
  expect(product.output()).not.toContain('not yet seen');
  expect(await visit(made.short_code)).toBe('https://example.com/');
});

test('a batch of codes is changed for visitors when its call has answered', async () => {
  const made = await Promise.all(
    Array.from({ length: 30 }, (_, number) =>
      api.call<{ id: string; short_code: string }>('qr_code_list/add', {
        name: `batch ${number}`,
        targets: [{ url: 'https://example.com/' }],
        jump_type: 6,
      }),
    ),
  );
  const codes = made.map(({ content }) => content);
  const { content } = await api.call('qr_code_list/batch_update', {
    ids: codes.map(({ id }) => id),
    state: 'off',
  });
  expect(content).toEqual({ updated: 30, refused: [] });
  const seen = await Promise.all(codes.map(({ short_code }) => visit(short_code)));
  expect(seen).toEqual(codes.map(() => 404));
});

test('a runtime that is killed right after its answer comes back with the change, not with what it kept before', async () => {
  const snapshot = join(product.dataDir, 'visit-links.snapshot');
  const first = 'https://first.example/';
  const second = 'https://second.example/';
  const { content: made } = await api.call<{ id: string; short_code: string }>('qr_code_list/add', {
    name: 'killed',
    targets: [{ url: first }],
    jump_type: 6,
  });
  const saved = Date.now();
  await until(
    'the snapshot is new',
    () => (statSync(snapshot, { throwIfNoEntry: false })?.mtimeMs ?? 0) > saved,
  );
  await api.call('qr_code_list/update_url', { id: made.id, targets: [{ url: second }] });
  process.kill(product.childPids().runtime as number, 'SIGKILL');
  let answer: string | number = 'none';
  await until('a visit is answered', async () => {
    answer = await visit(made.short_code).catch(() => 'none');
    return typeof answer === 'string' && answer !== 'none';
  });
  expect(answer).toBe(second);
});
