import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { CallRefused, type Person, type TestPlugin } from '@waypost/sdk/testing';
import type { CodeRow } from '../../codes/code-row.ts';
import { copyOf } from '../../codes/copy-of.ts';
import { codeFaults } from '../../codes/free-codes.ts';
import { startCodes } from '../../testing/start-codes.ts';
import { codeResource } from './resource.ts';

interface Made {
  id: string;
  short_code: string;
  short_url: string;
}
interface Details extends Made {
  name: string;
  version: number;
  state: string;
  targets: { url: string }[];
}

const targets = [{ url: 'https://example.com/' }];
// A machine that is busy with other things takes its time.
setDefaultTimeout(60_000);
let t: TestPlugin;
let administrator: Person;
let customer: Person;
let other: Person;

beforeAll(async () => {
  t = await startCodes();
  administrator = await t.person('administrator', { role: 'administrator' });
  customer = await t.person('customer');
  other = await t.person('other');
});
afterAll(() => t?.dispose());

const call = <T = Record<string, unknown>>(as: Person, name: string, body: object = {}) =>
  t.call<T>(`qr_code_list/${name}`, body, { as });
const add = (as: Person, body: object = {}) => call<Made>(as, 'add', { name: 'Menu', targets, ...body });
const details = (as: Person, id: string) => call<Details>(as, 'details', { id });

async function refused(
  as: Person | undefined,
  name: string,
  body: object = {},
  locale?: 'en-US',
): Promise<CallRefused> {
  const answer = await t
    .call(`qr_code_list/${name}`, body, { ...(as ? { as } : {}), ...(locale ? { locale } : {}) })
    .catch((error: unknown) => error);
  if (answer instanceof CallRefused) return answer;
  throw new Error(`${name} was not refused`, { cause: answer });
}

test('an operator is told how many codes an account has, without those in the bin; a customer is not', async () => {
  const owner = await t.person('counted');
  const [, gone] = [await add(owner), await add(owner)];
  const count = () => call<{ count: number }>(administrator, 'count', { owner: owner.id });
  expect(await count()).toEqual({ count: 2 });
  await call(owner, 'update_remove', { id: gone.id, remove: 2 });
  expect(await count()).toEqual({ count: 1 });
  await expect(call(owner, 'count', { owner: owner.id })).rejects.toMatchObject({ status: 403 });
});

test('the copy of a short link is a short link, that of a code a code', async () => {
  for (const is_link of [true, false]) {
    const { id } = await add(customer, { is_link });
    const code = await call<CodeRow>(customer, 'details', { id });
    const copy = await call<Made>(
      customer,
      'add',
      copyOf(code, (name) => `${name} 2`, Date.now()),
    );
    expect(await details(customer, copy.id)).toMatchObject({ name: 'Menu 2', is_link });
  }
});

test('a code is found by where it leads and by what is noted of a target, and not by those of others', async () => {
  const found = async (search: string) =>
    (await call<{ content: { id: string }[] }>(customer, 'inquire', { search })).content.map(({ id }) => id);
  const made = await add(customer, {
    name: 'Found by its target',
    rotation_model: 3,
    targets: [{ url: 'https://example.com/one' }, { url: 'https://shop.example.org/Spring-2?from=poster' }],
  });
  const noted = await add(customer, {
    name: 'Noted',
    targets: [{ url: 'https://n.example', remark: 'Terrace' }],
  });
  await add(other, { targets: [{ url: 'https://shop.example.org/spring-2' }] });
  expect(await found('shop.example.org/spring-2')).toEqual([made.id]);
  expect(await found('terrace')).toEqual([noted.id]);
  expect(await found('shop.example.org.spring')).toEqual([]);
});

describe('what is refused', () => {
  test('a wanted short code can be had once', async () => {
    expect((await add(customer, { short_code: 'Own-1' })).short_code).toBe('Own-1');
    const again = await refused(other, 'add', { name: 'Menu', targets, short_code: 'Own-1' });
    expect(again).toMatchObject({ status: 409, code: 'qr.code_taken', errors: [{ path: 'short_code' }] });
    expect(again.message).toContain('Own-1');
  });

  test('a code that ignores capitals is kept in small letters, and none differs from it by these alone', async () => {
    const small = await add(customer, { short_code: 'Sign-Post', ignore_case: true });
    expect(small.short_code).toBe('sign-post');
    expect((await add(customer, { ignore_case: true })).short_code).toMatch(/^[0-9a-z]{7}$/);
    await add(customer, { short_code: 'Sign-Board' });
    for (const body of [
      { short_code: 'SIGN-POST' },
      { short_code: 'sign-POST', ignore_case: true },
      { short_code: 'sign-board', ignore_case: true },
    ])
      expect(await refused(other, 'add', { name: 'Menu', targets, ...body })).toMatchObject({
        code: 'qr.code_taken',
        errors: [{ path: 'short_code' }],
      });
    // Those that ignore nothing may still differ so.
    expect((await add(other, { short_code: 'sign-BOARD' })).short_code).toBe('sign-BOARD');
    // What is printed somewhere leads to no stranger, either.
    await call(customer, 'remove', { id: small.id });
    expect(await refused(other, 'add', { name: 'Menu', targets, short_code: 'Sign-Post' })).toMatchObject({
      code: 'qr.code_retired',
    });
    // Nor by a file of links.
    const codes = ['Sign-Post', 'sign-post', 'sign-board'];
    expect(await t.context.transaction((session) => codeFaults(t.context, { codes }, session))).toEqual(
      new Map([
        ['Sign-Post', 'retired'],
        ['sign-post', 'retired'],
      ]),
    );
    const again = { short_code: 'sign-post', ignore_case: true };
    expect((await add(customer, again)).short_code).toBe('sign-post');
  });

  test('a draft proposes a free code with its addresses and says when a wanted one is gone', async () => {
    const draft = await call<Made>(customer, 'draft');
    expect(draft.short_code).toMatch(/^[0-9A-Za-z]{7}$/);
    const made = await add(customer, { short_code: draft.short_code });
    expect(made.short_url).toBe(draft.short_url);
    const again = await refused(other, 'draft', { short_code: made.short_code });
    expect(again).toMatchObject({ status: 409, code: 'qr.code_taken' });
  });

  test('addresses of the product itself are not given away', async () => {
    for (const short_code of ['api', 'assets', 'healthz', 'Metrics'])
      expect(await refused(customer, 'add', { name: 'Menu', targets, short_code })).toMatchObject({
        status: 422,
        code: 'qr.code_reserved',
      });
  });

  test.each([
    [{ generation_type: 1 }, 'qr.generation_type_unavailable', 'generation_type'],
    [{ domain: 'evil.example' }, 'qr.domain_unknown', 'domain'],
    [{ targets: [{ url: 'java\tscript:alert(1)' }] }, 'invalid_input', 'targets.0.url'],
    [{ targets: [...targets, { url: '//evil.example' }] }, 'invalid_input', 'targets.1.url'],
    [{ targets: [{ url: '/\\evil.example' }] }, 'invalid_input', 'targets.0.url'],
    [{ targets: [{ url: 'data:text/html,<script>1</script>' }] }, 'invalid_input', 'targets.0.url'],
    [{ targets: [{ url: 'blob:https://a.example/1' }] }, 'invalid_input', 'targets.0.url'],
    [{ targets: [{ url: 'https://a.example/\r\nSet-Cookie: a=b' }] }, 'invalid_input', 'targets.0.url'],
    [{ targets: [] }, 'invalid_input', 'targets'],
    [{ name: { $ne: null } }, 'invalid_input', 'name'],
    [{ owner: '0123456789abcdef01234567' }, 'invalid_input', 'owner'],
    [{ view_number: 5 }, 'invalid_input', 'view_number'],
  ] as const)('%j', async (body, code, path) => {
    const answer = await refused(customer, 'add', { name: 'Refused', targets, ...body });
    expect(answer).toMatchObject({ status: 422, code });
    expect(answer.errors.map((fault) => fault.path)).toEqual([path]);
    // A key or a code instead of a sentence means that a text is missing.
    expect(answer.errors[0]?.message).toMatch(/^\S+ .+/);
  });

  test('every language says it in its own words', async () => {
    const texts = await Promise.all(
      (['zh-CN', 'en-US', 'sw-KE'] as const).map(async (locale) => {
        const body = { name: 'Menu', targets: [{ url: 'data:,' }] };
        const answer = await t.send('qr_code_list/add', body, { as: customer, locale });
        return ((await answer.json()) as { errors: { message: string }[] }).errors[0]?.message;
      }),
    );
    expect(new Set(texts).size).toBe(3);
  });

  test('a share name is unique among the codes of one owner', async () => {
    const first = await add(customer, { file_name: 'menu-1' });
    expect(await refused(customer, 'add', { name: 'Menu', targets, file_name: 'menu-1' })).toMatchObject({
      status: 409,
      code: 'qr.file_name_taken',
    });
    await add(other, { file_name: 'menu-1' });
    await add(customer);
    await call(customer, 'update', { id: first.id, version: 1, file_name: 'menu-1' });
  });
});

describe('rotation that would never leave the first target', () => {
  const two = [{ url: 'https://one.example/' }, { url: 'https://two.example/' }];
  const moving = [{ url: 'https://one.example/', threshold: 5 }, { url: 'https://two.example/' }];
  const standstill = (answer: CallRefused, path = 'targets.0.threshold') => {
    expect(answer).toMatchObject({ status: 422, code: 'invalid_input', errors: [{ path }] });
    expect(answer.errors[0]?.message).toContain('or choose');
  };
  const refusedInEnglish = (name: string, body: object) => refused(customer, name, body, 'en-US');

  test('is refused at its field, with both ways out', async () => {
    standstill(await refusedInEnglish('add', { name: 'Stays', targets: two }));
    standstill(
      await refusedInEnglish('add', { name: 'Stays', targets: [two[0], { ...two[1], threshold: 5 }] }),
    );
    await add(customer, { targets: moving });
    for (const rotation_model of [2, 3]) await add(customer, { targets: two, rotation_model });
  });

  test('is refused whichever call would bring it about', async () => {
    const { id } = await add(customer);
    const polling = await add(customer, { targets: two, rotation_model: 3 });
    standstill(await refusedInEnglish('update', { id, version: 1, targets: two }));
    standstill(await refusedInEnglish('update_url', { id, targets: two }));
    standstill(await refusedInEnglish('batch_update', { ids: [polling.id, id], targets: two }));
    standstill(
      await refusedInEnglish('batch_update', { ids: [polling.id], rotation_model: 1 }),
      'rotation_model',
    );
    expect(await details(customer, id)).toMatchObject({ version: 1, targets });
    await call(customer, 'batch_update', { ids: [id, polling.id], targets: two, rotation_model: 3 });
  });

  test('a code that was stored so stays readable and can be switched; who edits it is asked', async () => {
    const start = { owner: customer.id };
    const { _id } = await t.rows(codeResource).add({ name: 'Old', short_code: 'Old-1', targets: two }, start);
    const id = String(_id);
    expect(await details(customer, id)).toMatchObject({ name: 'Old', targets: two });
    await call(customer, 'batch_update', { ids: [id], state: 'off' });
    await call(customer, 'update_open_log', { id, open_log: 2 });
    standstill(await refusedInEnglish('update', { id, version: 3, name: 'New name' }));
    await call(customer, 'update', { id, version: 3, name: 'New name', rotation_model: 3 });
  });
});

describe('two editors', () => {
  test('the second one is told what changed instead of undoing it', async () => {
    const { id } = await add(customer, { name: 'Old' });
    const { version } = await details(customer, id);
    await call(customer, 'update', { id, version, name: 'First' });
    expect(await refused(customer, 'update', { id, version, name: 'Second' })).toMatchObject({
      status: 409,
      code: 'stale_version',
      content: { row: { name: 'First' }, changed: [{ field: 'name', sent: 'Second', current: 'First' }] },
    });
    expect((await details(customer, id)).name).toBe('First');
    expect((await refused(customer, 'update', { id, name: 'Third' })).status).toBe(422);
  });

  test('the single-purpose changes know versions too', async () => {
    const { id } = await add(customer);
    const late = { id, version: 7, targets: [{ url: 'https://late.example/' }] };
    expect(await refused(customer, 'update_url', late)).toMatchObject({ status: 409, code: 'stale_version' });
    expect((await details(customer, id)).targets[0]?.url).toBe('https://example.com/');
    expect((await call<Details>(customer, 'update_url', { ...late, version: 1 })).version).toBe(2);
  });
});

test('a batch is done whole or not at all', async () => {
  const mine = [await add(customer), await add(customer)];
  const foreign = await add(other);
  const ids = mine.map((made) => made.id);
  const some = await refused(customer, 'batch_update', { ids: [...ids, foreign.id], state: 'off' });
  expect(some).toMatchObject({ status: 404, errors: [{ path: 'ids.2' }] });
  expect((await details(customer, ids[0] as string)).state).toBe('on');
  expect(await call<{ updated: number }>(customer, 'batch_update', { ids, state: 'off' })).toMatchObject({
    updated: 2,
  });
  expect((await details(customer, ids[1] as string)).state).toBe('off');
  const tooMany = Array.from({ length: 201 }, () => ids[0]);
  expect((await refused(customer, 'batch_update', { ids: tooMany, state: 'on' })).status).toBe(422);
});

describe('whose codes', () => {
  test('nobody reads, changes or deletes a code of somebody else', async () => {
    const { id } = await add(customer);
    const attempts: [string, object][] = [
      ['details', {}],
      ['update', { version: 1, name: 'Mine now' }],
      ['update_remove', {}],
      ['remove', {}],
      ['picture', {}],
      ['update_url', { targets }],
      ['update_restriction_visit', { visit_restriction: 2 }],
      ['update_open_log', { open_log: 2 }],
    ];
    for (const [name, body] of attempts)
      expect([name, (await refused(other, name, { id, ...body })).status]).toEqual([name, 404]);
    expect(await details(customer, id)).toMatchObject({ name: 'Menu', version: 1 });
    expect(await idsOf(other, 'user_inquire')).not.toContain(id);
  });

  test('an administrator sees the codes of everyone in inquire and only the own ones in user_inquire', async () => {
    const { id } = await add(customer);
    expect(await idsOf(administrator, 'inquire')).toContain(id);
    expect(await idsOf(administrator, 'user_inquire')).not.toContain(id);
  });

  test('without a token there is nothing', async () => {
    for (const name of ['inquire', 'draft']) expect((await refused(undefined, name)).status).toBe(401);
    for (const path of ['visitor/inquire', 'today_statistics/inquire'])
      await expect(t.call(path)).rejects.toMatchObject({ status: 401 });
  });
});

async function idsOf(as: Person, name: string): Promise<string[]> {
  const { content } = await call<{ content: { id: string }[] }>(as, name, { page_size: 200 });
  return content.map(({ id }) => id);
}

test('looks that nobody counts are made so many times a minute, by one account', async () => {
  const { id } = await add(customer);
  const outcomes: unknown[] = [];
  for (let count = 0; count <= 30; count += 1)
    outcomes.push(
      await call(customer, 'look', { id }).then(
        () => 'made',
        ({ code }: CallRefused) => code,
      ),
    );
  expect(outcomes.slice(0, 30)).toEqual(Array(30).fill('made'));
  expect(outcomes[30]).toBe('too_many_requests');
});
