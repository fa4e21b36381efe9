import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem } from '../contract/harness.ts';
import type { Product } from '../product.ts';
import { until } from '../until.ts';

/** The example plugin of docs/plugins at work in a process of its own, as an installed one is: what its guide promises. */
const SIZE = 1200;
const LIMIT = 300_000;

interface BatchRow {
  id: string;
  made: number;
  claimed: number;
  state: string;
}

let system: System;
let administrator: Api;
let anna: Api;
let ben: Api;
let codes: string[] = [];

beforeAll(async () => {
  system = await startSystem({
    registry: join(import.meta.dir, '../plugins/example-registry.json'),
    arguments: ['--rate-scale', '1000'],
  });
  administrator = await signIn(system.origin, ADMINISTRATOR);
  const product = { dataDir: system.dataDirectory } as Product;
  anna = await signIn(system.origin, await createAccount(product, { account: 'anna1', role: 'customer' }));
  ben = await signIn(system.origin, await createAccount(product, { account: 'ben12', role: 'customer' }));
}, LIMIT);
afterAll(() => system?.stop());

/** An aggregation or a job may take its time on a busy machine. */
const LONG = { withinMs: 120_000 };

const visit = (code: string) => fetch(`${system.origin}/${code}`, { redirect: 'manual' });

test(
  'a batch is made by a job, whole and without a code twice',
  async () => {
    const { content } = await administrator.call<{ id: string }>('print_batch_list/add', {
      name: 'Spring menu',
      size: SIZE,
    });
    const ready = await until(
      'the batch is ready',
      async () => {
        const row = await administrator.call<BatchRow>('print_batch_list/details', { id: content.id });
        return row.content.state === 'ready' ? row.content : undefined;
      },
      LONG,
    );
    expect(ready).toMatchObject({ made: SIZE, claimed: 0 });
    const list = await administrator.call<{ text: string }>('print_batch_list/codes', { id: content.id });
    codes = list.content.text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0] ?? '');
    expect(new Set(codes).size).toBe(SIZE);
    expect((await anna.call('print_batch_list/inquire')).status).toBe(403);
  },
  LIMIT,
);

test(
  'an unclaimed code leads nowhere; claimed, it leads where its owner says, and where they say later',
  async () => {
    const [code = ''] = codes;
    expect((await visit(code)).status).not.toBe(302);
    const claimed = await anna.call<{ id: string; short_url: string }>('print_claim/claim', {
      code: `${code.slice(0, 4)}-${code.slice(4)}`,
      url: 'https://example.com/menu',
    });
    expect(claimed.content.short_url).toEndWith(`/${code}`);
    const leadsTo = (url: string) =>
      until('it leads there', async () => (await visit(code)).headers.get('location') === url, LONG);
    await leadsTo('https://example.com/menu');
    await anna.call('print_claim/update', {
      id: claimed.content.id,
      version: 2,
      url: 'https://example.com/summer',
    });
    await leadsTo('https://example.com/summer');
  },
  LIMIT,
);

test(
  'of two who claim one sticker at once one gets it, and nobody touches the sticker of another',
  async () => {
    const [, code = ''] = codes;
    const url = 'https://example.com/';
    const answers = await Promise.all([anna, ben].map((api) => api.call('print_claim/claim', { code, url })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const list = await ben.call<{ content: { id: string }[] }>('print_claim/user_inquire');
    const annas = await anna.call<{ content: { id: string }[]; count: number }>('print_claim/user_inquire');
    const foreign = annas.content.content.find(
      ({ id }) => !list.content.content.some((own) => own.id === id),
    );
    expect((await ben.call('print_claim/details', { id: foreign?.id })).status).toBe(404);
    expect((await ben.call('print_claim/update', { id: foreign?.id, version: 2, url })).status).toBe(404);
    expect((await ben.call('print_claim/claim', { code: 'nosuch22', url })).body).toMatchObject({
      code: 'print-batches.unknown_code',
      message: expect.stringContaining('nosuch22'),
    });
    expect(
      (await anna.call('print_claim/claim', { code: codes[2], url: 'javascript:alert(1)' })).status,
    ).toBe(422);
  },
  LIMIT,
);

test(
  'a batch that a killed process left half made is finished after the next start',
  async () => {
    const { content } = await administrator.call<{ id: string }>('print_batch_list/add', {
      name: 'Cut off',
      size: 4000,
    });
    await until(
      'some are made',
      async () => {
        const { made } = (await administrator.call<BatchRow>('print_batch_list/details', content)).content;
        return made > 0 ? made : undefined;
      },
      LONG,
    );
    await system.runtime.kill('SIGKILL');
    await system.runtime.start();
    administrator = await until(
      'somebody can log in',
      () => signIn(system.origin, ADMINISTRATOR).catch(() => undefined),
      LONG,
    );
    const ready = await until(
      'the rest is made',
      async () => {
        const answer = await administrator.call<BatchRow>('print_batch_list/details', content);
        return answer.status === 200 && answer.content.state === 'ready' ? answer.content : undefined;
      },
      LONG,
    );
    expect(ready.made).toBe(4000);
  },
  LIMIT,
);
