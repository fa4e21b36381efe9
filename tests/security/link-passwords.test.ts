import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { seal } from '../api.ts';
import { openWorld, type World, withStore } from './world.ts';

setDefaultTimeout(90_000);

const PASSWORD = 'plantedVisit9c1e';
let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

interface Made {
  id: string;
  address: string;
}
async function addCode(): Promise<Made> {
  const { anna, product } = world;
  const visit_password = await seal(anna, PASSWORD, 'qr_code_list', 'add', 'visit_password');
  const { content } = await anna.call<{ id: string; short_code: string }>('qr_code_list/add', {
    name: 'Behind a password',
    targets: [{ url: 'https://example.com/inside' }],
    visit_password,
  });
  return { id: content.id, address: `${product.origin}/${content.short_code}` };
}

/** The product trusts the proxy on loopback, so that a test can come from many addresses. */
const type = ({ address }: Made, password: string, from: string) =>
  fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ password }),
    headers: { 'x-forwarded-for': from, 'accept-language': 'en' },
  });

test('five wrong ones, then the right one fails too, and nobody else waits', async () => {
  const [code, other] = [await addCode(), await addCode()];
  const answers = [];
  for (let guess = 0; guess < 5; guess++)
    answers.push((await type(code, `guess ${guess}`, '10.8.0.1')).status);
  expect(answers).toEqual([403, 403, 403, 403, 429]);
  const right = await type(code, PASSWORD, '10.8.0.1');
  expect(right.status).toBe(429);
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(800);
  expect(await right.text()).toContain('Try again in 15 minutes.');
  expect((await type(code, PASSWORD, '10.8.0.2')).status).toBe(303);
  expect((await type(other, PASSWORD, '10.8.0.1')).status).toBe(303);
});

test('neither log nor store nor answer has it, and what it opened opens once', async () => {
  const { anna, product } = world;
  const code = await addCode();
  const pass = (await type(code, PASSWORD, '10.8.1.1')).headers.get('location') ?? '';
  const visit = async () => (await fetch(new URL(pass, product.origin), { redirect: 'manual' })).text();
  expect(await visit()).toContain('https://example.com/inside');
  expect(await visit()).not.toContain('https://example.com/inside');
  // Nor with the pass of another code.
  const other = await addCode();
  const foreign = await fetch(`${other.address}${pass.slice(pass.indexOf('?'))}`);
  expect(await foreign.text()).not.toContain('https://example.com/inside');
  const answer = await anna.call('qr_code_list/details', { id: code.id });
  expect(JSON.stringify(answer.body)).not.toMatch(/plantedVisit|argon2/);
  const dump = await withStore(product, async (database) => {
    const collections = await database.listCollections({}, { nameOnly: true }).toArray();
    const rows = await Promise.all(collections.map(({ name }) => database.collection(name).find().toArray()));
    return JSON.stringify(rows);
  });
  expect(dump).not.toContain(PASSWORD);
  expect(product.output()).not.toContain(PASSWORD);
});
