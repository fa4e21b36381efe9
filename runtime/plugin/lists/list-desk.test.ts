import { expect, test } from 'bun:test';
import { zId } from '@waypost/contract';
import type { Caller } from '@waypost/sdk';
import { z } from 'zod';
import { firstGeneration, type Generation } from '../activation/generation.ts';
import type { Route } from '../activation/route.ts';
import { createListDesk } from './list-desk.ts';

/** Rows of a list that only knows pages, newest first, as another plugin's own call answers them. */
let rows: string[] = [];
let most = Number.POSITIVE_INFINITY;
const listRoute = {
  plugin: 'p',
  area: 'shelf',
  call: 'inquire',
  access: { permission: 'p.shelf:read' },
  body: z.strictObject({
    page: z.int().optional(),
    page_size: z.int().optional(),
    search: z.string().optional(),
  }),
  result: z.object({
    content: z.array(z.object({ id: zId })),
    count: z.int(),
    is_at_least: z.boolean().optional(),
  }),
  isResultChecked: true,
  async run({ page, page_size: size }: { page: number; page_size: number }) {
    const count = Math.min(rows.length, most);
    return {
      content: rows.slice((page - 1) * size, page * size).map((id) => ({ id, secret: 'never told' })),
      count,
      ...(rows.length > most ? { is_at_least: true } : {}),
    };
  },
} as unknown as Route;
const detailsRoute = {
  ...listRoute,
  call: 'details',
  body: z.strictObject({ id: zId }),
  result: z.object({ id: zId, title: z.string() }),
  run: async ({ id }: { id: string }) => ({ id, title: 'A shelf', secret: 'never told' }),
} as unknown as Route;
const codeRoute = { ...detailsRoute, area: 'safe', needsSecondFactor: true } as unknown as Route;
const removeRoute = { ...listRoute, call: 'remove', body: z.strictObject({ id: zId }) } as unknown as Route;

const idOf = (number: number) => number.toString(16).padStart(24, '0');
const activation = {
  id: 'p',
  permissions: new Set(['p.shelf:read', 'p.shelf:export']),
  routes: new Set([listRoute, removeRoute, detailsRoute, codeRoute]),
};
const generation = {
  ...firstGeneration(new Map(), { id: 'server', texts: {} } as never),
  activations: new Map([['p', activation]]),
  areas: new Map([
    ['shelf', activation],
    ['safe', activation],
  ]),
} as unknown as Generation;
let held: Caller | undefined;
const callerWith = (...nodes: string[]): Caller => ({
  id: 'a',
  account: 'anna',
  role: 'r',
  isSuper: false,
  via: 'session',
  credential: 's',
  permissions: new Set(nodes),
});
const desk = createListDesk({
  generation: () => generation,
  later: async () => held,
  log: { debug() {}, info() {}, warn() {}, error() {} },
});
const list = { area: 'shelf', call: 'inquire', body: {} };
const reading = {
  reader: { account: 'a', via: 'session', credential: 's', isActing: false },
  locale: 'en-US',
  signal: new AbortController().signal,
} as const;

async function all(meanwhile: (portion: number) => void = () => undefined): Promise<string[]> {
  const found: string[] = [];
  let after: unknown;
  for (let portion = 0; ; portion += 1) {
    const { rows: some, next } = await desk.portion(list, after, reading);
    found.push(...some.map(({ id }) => String(id)));
    if (next === null) return found;
    after = JSON.parse(JSON.stringify(next));
    meanwhile(portion);
  }
}

test('pages that move while they are read tell no row twice, and what was there from the beginning is told', async () => {
  held = callerWith('p.shelf:read', 'p.shelf:export');
  most = Number.POSITIVE_INFINITY;
  rows = Array.from({ length: 1_001 }, (_, number) => idOf(number));
  const before = [...rows];
  const found = await all((portion) => {
    // Newer ones come, and push each row down.
    rows.unshift(...Array.from({ length: 30 }, (_, number) => idOf(10_000 + portion * 30 + number)));
  });
  expect(found).toEqual(before);
});

test('a right that is gone, or an account that may nothing any more, ends it at the next portion', async () => {
  rows = Array.from({ length: 1_001 }, (_, number) => idOf(number));
  for (const left of [undefined, callerWith('p.shelf:read'), callerWith('p.shelf:export')]) {
    held = callerWith('p.shelf:read', 'p.shelf:export');
    let portions = 0;
    const taken = all(() => {
      portions += 1;
      if (portions === 2) held = left;
    });
    await expect(taken).rejects.toMatchObject({ code: 'forbidden' });
    expect(portions).toBe(2);
  }
});

test('a list whose pages end before its rows do says so before it begins', async () => {
  held = callerWith('p.shelf:read', 'p.shelf:export');
  rows = Array.from({ length: 1_001 }, (_, number) => idOf(number));
  most = 1_000;
  await expect(desk.count(list, reading)).rejects.toMatchObject({ code: 'list_too_long' });
  await expect(all()).rejects.toMatchObject({ code: 'list_too_long' });
  most = Number.POSITIVE_INFINITY;
  expect(await desk.count(list, reading)).toBe(1_001);
});

test('what takes no pages is no list, whatever the caller may do with it', async () => {
  held = { ...callerWith(), isSuper: true };
  for (const call of ['remove', 'details', 'nothing'])
    await expect(desk.portion({ ...list, call }, undefined, reading)).rejects.toMatchObject({
      code: 'not_found',
    });
});

test('only what the call declares is told', async () => {
  rows = [idOf(1)];
  expect((await desk.portion(list, undefined, reading)).rows).toEqual([{ id: idOf(1) }]);
});

// A column may name any thing and any of its fields: it must not reach what the thing's own call keeps to itself.
test('a row that is not as declared is left out, and keeps nobody from the export of the others', async () => {
  held = callerWith('p.shelf:read', 'p.shelf:export');
  rows = [idOf(1), 'no id', idOf(2)];
  expect(await all()).toEqual([idOf(1), idOf(2)]);
});

test('of what a column points to no more is told than its own call tells, and nothing without its right or its code', async () => {
  held = callerWith('p.shelf:read');
  const shelf = { area: 'shelf', id: idOf(1) };
  expect(await desk.row(shelf, reading)).toEqual({ id: idOf(1), title: 'A shelf' });
  expect(await desk.row({ ...shelf, area: 'safe' }, reading)).toBeUndefined();
  held = callerWith('p.other:read');
  expect(await desk.row(shelf, reading)).toBeUndefined();
});
