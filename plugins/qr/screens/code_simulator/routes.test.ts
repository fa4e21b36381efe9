import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { ResultOf } from '@waypost/contract';
import { CallRefused, type Person, type TestPlugin } from '@waypost/sdk/testing';
import { startCodes } from '../../testing/start-codes.ts';
import type { tryVisitCall } from './calls.ts';

type Tried = ResultOf<typeof tryVisitCall>;
type Step<C extends Tried['steps'][number]['check']> = Extract<Tried['steps'][number], { check: C }>;

setDefaultTimeout(60_000);
let t: TestPlugin;
let operator: Person;
let anna: Person;
let ben: Person;

const call = <T>(as: Person, name: string, body: object = {}) =>
  t.call<T>(name, body, { as, locale: 'en-US' });
const attempt = (id: string, visitor: object = {}, as = anna) =>
  call<Tried>(as, 'code_simulator/try', { id, ...visitor });
const targets = (...names: string[]) => names.map((name) => ({ url: `https://${name}.example/` }));
const add = async (more: object = {}) =>
  (await call<{ id: string }>(anna, 'qr_code_list/add', { name: 'Door', targets: targets('a'), ...more })).id;
const stepOf = <C extends Tried['steps'][number]['check']>({ steps }: Tried, check: C) =>
  steps.find((step) => step.check === check) as Step<C> | undefined;
const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((caught: unknown) => caught);
  if (!(error instanceof CallRefused)) throw new Error('it was not refused');
  return error;
};

beforeAll(async () => {
  t = await startCodes();
  operator = await t.person('operator', { role: 'administrator' });
  anna = await t.person('anna');
  ben = await t.person('ben');
});
afterAll(() => t?.dispose());

describe('a tried visit', () => {
  test('of a plain code is led on, with each check in its order', async () => {
    const id = await add({ jump_type: 6 });
    const tried = await attempt(id);
    expect(tried).toMatchObject({
      id,
      name: 'Door',
      outcome: 'redirect',
      status: 302,
      address: 'https://a.example/',
      refusal: null,
      content: null,
      is_by_chance: false,
      time: t.clock.date().toISOString(),
    });
    expect(tried.steps.map(({ check }) => check)).toEqual([
      ...(['block_list', 'place', 'owner_list', 'state', 'expiry', 'jump', 'count'] as const),
    ]);
    expect(stepOf(tried, 'count')).toEqual({ check: 'count', figure: 'counted', is_new_visitor: true });
    const again = await attempt(id, { device: 'crawler', has_come_before: true });
    expect(stepOf(again, 'count')).toMatchObject({ figure: 'crawlers', is_new_visitor: false });
  });

  test('of a code that is off, in the bin or at its end is refused there', async () => {
    const off = await attempt(await add({ state: 'off' }));
    expect([off.outcome, off.refusal, off.status, off.address]).toEqual(['refused', 'paused', 404, null]);
    expect(off.steps.at(-1)).toEqual({ check: 'state', state: 'off', is_refused: true });
    const id = await add();
    await call(anna, 'qr_code_list/update_remove', { id, remove: 2 });
    expect(await attempt(id)).toMatchObject({ refusal: 'gone', status: 410 });
    const ends = t.clock.now() + 86_400_000;
    const expiring = await add({ expires_at: new Date(ends).toISOString() });
    expect(await attempt(expiring)).toMatchObject({ outcome: 'page' });
    const later = await attempt(expiring, { time: new Date(ends + 1000).toISOString() });
    expect(later).toMatchObject({ refusal: 'gone', status: 410, time: new Date(ends + 1000).toISOString() });
  });

  test('of a code for scans or for WeChat goes by how the visitor comes', async () => {
    const id = await add({ access_mode: 2, visit_restriction: 2 });
    expect(await attempt(id, { comes_by: 'link' })).toMatchObject({ refusal: 'onlyViaScan', status: 403 });
    expect(await attempt(id, { comes_by: 'scan' })).toMatchObject({ refusal: 'weChatOnly' });
    const there = await attempt(id, { comes_by: 'scan', device: 'wechat_android' });
    expect(there.outcome).toBe('page');
    expect(stepOf(there, 'wechat')).toEqual({ check: 'wechat', is_met: true, is_refused: false });
  });

  test('tells of each rule what it saw and what it wants, in the words of its kind', async () => {
    const to = (target: string) => ({ target: `https://${target}.example/` });
    const visit_rules = [
      { kind: 'qr.country', parameters: { countries: ['KE', 'TZ'] }, action: to('africa') },
      { kind: 'qr.region', parameters: { regions: ['深圳'] }, action: to('south') },
      { kind: 'qr.hours', parameters: { from: 0, to: 1439 }, action: { refuse: true } },
    ];
    const id = await add({ visit_rules, jump_type: 6 });
    const kenya = await attempt(id, { place: 'region', country: 'KE' });
    expect(kenya.address).toBe('https://africa.example/');
    const south = await attempt(id, { place: 'region', country: 'CN', region: ['广东', '深圳市'] });
    expect(south.address).toBe('https://south.example/');
    expect(south.steps.filter(({ check }) => check === 'rule')).toMatchObject([
      {
        number: 0,
        title: 'Country',
        verdict: 'unmet',
        target: null,
        is_refused: false,
        conditions: [{ fact: 'country', test: 'one_of', wanted: ['KE', 'TZ'], seen: 'CN', holds: false }],
      },
      {
        number: 1,
        verdict: 'met',
        target: 'https://south.example/',
        conditions: [{ test: 'contains', wanted: ['深圳'], seen: '广东 深圳市', holds: true }],
      },
    ]);
    const nowhere = await attempt(id);
    expect([nowhere.outcome, nowhere.refusal]).toEqual(['refused', 'refused']);
    expect(nowhere.steps.at(-1)).toMatchObject({ check: 'rule', number: 2, is_refused: true });
    // The address of a real visitor is looked up as theirs is.
    const looked = await attempt(id, { place: 'address', ip: '114.114.114.114' });
    expect(looked.steps.find((step) => step.check === 'rule')).toMatchObject({
      conditions: [{ seen: 'CN' }],
    });
  });

  test('tells whose turn it is, and the chances of a draw', async () => {
    const rotated = await attempt(await add({ targets: targets('a', 'b'), rotation_model: 3 }));
    expect(stepOf(rotated, 'rotation')).toMatchObject({
      model: 3,
      chosen: 0,
      targets: [
        { label: 'https://a.example/', count: 0, threshold: null, chance: null },
        { label: 'https://b.example/' },
      ],
    });
    const weighted = [
      { ...targets('a')[0], weight: 3 },
      { ...targets('b')[0], weight: 1 },
    ];
    const drawn = await attempt(await add({ targets: weighted, rotation_model: 2 }));
    expect(drawn.is_by_chance).toBe(true);
    expect(stepOf(drawn, 'rotation')?.targets.map(({ chance }) => chance)).toEqual([0.75, 0.25]);
  });

  test('hands query parameters on, and opens an app where the phone has one', async () => {
    const id = await add({
      forward_query: true,
      jump_type: 1,
      targets: [{ ...targets('a')[0], app_ios: 'shop://a' }],
    });
    const tried = await attempt(id, { query: '?utm_source=poster', device: 'iphone' });
    expect(tried.address).toBe('https://a.example/?utm_source=poster');
    expect(stepOf(tried, 'jump')).toMatchObject({ jump_type: 1, app: 'shop://a', is_template: false });
    expect(stepOf(await attempt(id, { device: 'android' }), 'jump')?.app).toBeNull();
  });
});

test('customers try their own codes, operators those of everybody', async () => {
  const id = await add();
  expect((await refusal(attempt(id, {}, ben))).status).toBe(404);
  expect((await attempt(id, {}, operator)).outcome).toBe('page');
  expect((await refusal(attempt('f'.repeat(24)))).status).toBe(404);
});

test('what is no visitor is said at its field', async () => {
  const id = await add();
  const faults = async (visitor: object) => {
    const { errors, status } = await refusal(attempt(id, visitor));
    return [status, ...errors.map(({ path }) => path)];
  };
  expect(await faults({ place: 'address' })).toEqual([422, 'ip']);
  expect(await faults({ place: 'address', ip: '1.2.3' })).toEqual([422, 'ip']);
  expect(await faults({ place: 'region' })).toEqual([422, 'country']);
  expect(await faults({ user_agent: 'a\r\nb: c', device: 'own' })).toEqual([422, 'user_agent']);
  expect(await faults({ language: '中文' })).toEqual([422, 'language']);
  expect(await faults({ referrer: 'javascript:alert(1)' })).toEqual([422, 'referrer']);
  expect(await faults({ query: 'x'.repeat(301) })).toEqual([422, 'query']);
  expect(await faults({ time: 'tomorrow' })).toEqual([422, 'time']);
  expect(await faults({ device: 'fridge' })).toEqual([422, 'device']);
  expect(await faults({ more: 1 })).toHaveLength(2);
});

test('a moment long ago or far away is one like any other', async () => {
  const hours = { kind: 'qr.hours', parameters: { from: 0, to: 1439 }, action: { refuse: true } };
  const id = await add({ visit_rules: [hours] });
  for (const time of ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59Z'])
    expect((await attempt(id, { time })).refusal).toBe('refused');
});

test('strange letters in a query and an agent of its own are taken as they are', async () => {
  const id = await add({ forward_query: true, jump_type: 6 });
  const tried = await attempt(id, { query: 'q=路 <b>&s=1&#x', device: 'own', user_agent: '' });
  expect([tried.status, new URL(tried.address ?? '').searchParams.get('q')]).toEqual([302, '路 <b>']);
});
