import { afterAll, beforeAll, expect, test } from 'bun:test';
import { AppError } from '@waypost/contract';
import { internetThrough } from './internet-through.ts';
import { createOutgoing } from './outgoing.ts';

// The address of a server that an operator enters may lie in a network of our own, by the operator's word alone.
let inner: ReturnType<typeof Bun.serve>;
let hits = 0;
beforeAll(() => {
  inner = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      hits += 1;
      const to = new URL(request.url).searchParams.get('to');
      return to === null ? new Response('inside') : Response.redirect(to, 307);
    },
  });
});
afterAll(() => inner.stop(true));

const naming = (innerAddresses: string[]) =>
  internetThrough(createOutgoing({ resolvers: [], testAddresses: [], innerAddresses }).internet());
const url = (path = '/') => `http://127.0.0.1:${inner.port}${path}`;
async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((caught: unknown) => caught);
  if (error instanceof AppError) return error.code;
  throw new Error('it was not refused', { cause: error });
}

test('an endpoint of an operator is reached at an address that the configuration names', async () => {
  const internet = naming(['127.0.0.0/8']);
  expect(await (await internet.fetchEndpoint(url(), { method: 'POST', body: 'x' })).text()).toBe('inside');
});

test('what anybody else enters is not, and neither is an endpoint elsewhere inside, also by a redirect', async () => {
  hits = 0;
  for (const refused of [
    naming(['127.0.0.0/8']).fetch(url()),
    naming([]).fetchEndpoint(url()),
    naming(['10.0.0.0/8']).fetchEndpoint(url()),
    naming(['127.0.0.0/8']).fetchEndpoint('http://169.254.169.254/'),
  ])
    expect(await codeOf(refused)).toBe('internet_address_refused');
  expect(hits).toBe(0);
  const led = naming(['127.0.0.0/8']).fetchEndpoint(url('/?to=http://10.0.0.1/'));
  expect(await codeOf(led)).toBe('internet_address_refused');
});
