import { afterEach, describe, expect, test } from 'bun:test';
import { OWNER_FORWARDS, type OwnerForwards } from '@waypost/sdk';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { startDomains } from '../../testing/start-domains.ts';
import { domainResource } from '../domain_list/resource.ts';
import { forwardResource } from './resource.ts';

let t: TestPlugin;
let txt: Map<string, string>;
afterEach(() => t?.dispose());

async function start(): Promise<{ ada: Person; ben: Person; root: Person; id: string }> {
  const started = await startDomains();
  ({ t, txt } = started);
  const ada = await t.person('ada.lovelace');
  return {
    ada,
    ben: await t.person('ben.okri'),
    root: await t.person('root.person', { role: 'administrator' }),
    id: await prove('old.example.com', ada),
  };
}
async function prove(name: string, as: Person): Promise<string> {
  const { id } = await t.call<{ id: string }>('domain_list/add', { name }, { as });
  const row = await t.rows(domainResource).find(id);
  txt.set(`_waypost.${name}`, `waypost=${row?.token}`);
  expect(await t.call('domain_list/check', { id }, { as })).toMatchObject({ state: 'proved' });
  return id;
}
const rule = (domain: string, as: Person, more: Record<string, unknown> = {}) =>
  t.call<{ id: string }>(
    'forward/add',
    { domain, path: '/old/*', target: 'https://shop.example/new', ...more },
    { as },
  );
const listed = async (as: Person, more: object = {}) =>
  (
    await t.call<{
      count: number;
      content: { id: string; path: string; force: string; hit_number: number }[];
    }>('forward/user_inquire', more, { as })
  ).content;
const leads = async (domain: string, path: string, as: Person) =>
  (await t.call<{ rule: { address: string } | null }>('forward/try', { domain, path }, { as })).rule?.address;
/** Whether visits go by rules of a host: nobody else can publish some then. */
const isPublished = async (host = 'old.example.com'): Promise<boolean> => {
  const other = {
    id: 'f'.repeat(24),
    owner: 'f'.repeat(24),
    plugin: 'domain',
    host,
    rules: [
      {
        rule: 'a',
        path: '/a',
        target: 'https://a.example/',
        status: 301,
        keep_path: true,
        keep_query: true,
      } as const,
    ],
  };
  const taken = new Error('nothing of it is to stay');
  const ended = await t.context
    .transaction(async (session) => {
      await t.context.visits.publishForwards([other], session);
      throw taken;
    })
    .catch((error: unknown) => error);
  if (ended !== taken) expect(ended).toMatchObject({ code: 'duplicate' });
  return ended !== taken;
};
const faultAt = (path: string, sentence: string) => ({
  code: 'invalid_input',
  status: 422,
  errors: [{ path, message: expect.stringContaining(sentence) }],
});

describe('a rule', () => {
  test('is followed from the moment on that it is made, until it is off or removed', async () => {
    const { ada, id } = await start();
    expect(await isPublished()).toBe(false);
    const made = await rule(id, ada, { status: 308 });
    expect(await isPublished()).toBe(true);
    expect(await leads(id, '/old/a/b', ada)).toBe('https://shop.example/new/a/b');
    expect(await leads(id, '/else', ada)).toBeUndefined();
    expect(await listed(ada)).toMatchObject([{ path: '/old/*', force: 'on', hit_number: 0 }]);
    const change = (version: number, fields: object) =>
      t.call('forward/update', { id: made.id, version, ...fields }, { as: ada });
    await change(1, { keep_path: false, target: 'shop.example/x' });
    expect(await leads(id, '/old/a/b', ada)).toBe('https://shop.example/x');
    await change(2, { state: 'off' });
    expect([await leads(id, '/old/a/b', ada), await isPublished()]).toEqual([undefined, false]);
    await change(3, { state: 'on' });
    expect(await isPublished()).toBe(true);
    await t.call('forward/remove', { id: made.id }, { as: ada });
    expect(await isPublished()).toBe(false);
  });

  test('of an owner whose membership is over leads nobody, one that is made meanwhile neither, until it is renewed', async () => {
    const { ada, ben, id } = await start();
    await rule(id, ada);
    const other = await prove('new.example.com', ada);
    const forwards = t.service<OwnerForwards>(OWNER_FORWARDS);
    await forwards.pause(ben.id);
    expect(await isPublished()).toBe(true);
    await forwards.pause(ada.id);
    await rule(other, ada);
    expect([await isPublished(), await isPublished('new.example.com')]).toEqual([false, false]);
    expect((await listed(ada)).map(({ force }) => force)).toEqual(['paused', 'paused']);
    expect(await leads(id, '/old/a', ada)).toBeUndefined();
    await forwards.pause(ada.id);
    await forwards.resume(ada.id);
    expect([await isPublished(), await isPublished('new.example.com')]).toEqual([true, true]);
    expect((await listed(ada)).map(({ force }) => force)).toEqual(['on', 'on']);
  });

  test('comes before others by its order', async () => {
    const { ada, id } = await start();
    await rule(id, ada, { path: '/*', target: 'https://all.example/', keep_path: false });
    await rule(id, ada, {
      path: '/old/*',
      target: 'https://first.example/',
      position: 500,
      keep_path: false,
    });
    expect(await leads(id, '/old/a', ada)).toBe('https://first.example/');
    expect(await leads(id, '/other', ada)).toBe('https://all.example/');
    expect((await listed(ada)).map(({ path }) => path)).toEqual(['/old/*', '/*']);
    expect(await listed(ada, { search: 'first' })).toHaveLength(1);
  });

  test.each([
    ['javascript:alert(1)', 'Enter an address'],
    ['https://user:pass@shop.example/', 'Enter an address'],
    ['//shop.example/', 'Enter an address'],
    ['https://shop.example/\n', 'blank'],
  ])('to %s is refused', async (target, sentence) => {
    const { ada, id } = await start();
    await expect(rule(id, ada, { target })).rejects.toMatchObject(faultAt('target', sentence));
    expect(await isPublished()).toBe(false);
  });

  test.each(['old', '/a?b', '/a#b', '/a b', '/*/a', '/%'])('of %s is refused', async (path) => {
    const { ada, id } = await start();
    await expect(rule(id, ada, { path })).rejects.toMatchObject(faultAt('path', 'Enter a path such as /old'));
  });

  test('that leads to itself, at once or by another, is refused at its target, and nothing of it stays', async () => {
    const { ada, id } = await start();
    const loop = faultAt('target', 'leads visitors back to itself');
    await expect(rule(id, ada, { target: 'https://old.example.com/old/x' })).rejects.toMatchObject(loop);
    await rule(id, ada, { path: '/a', target: 'https://old.example.com/b' });
    await expect(rule(id, ada, { path: '/b', target: 'http://OLD.example.com/%61' })).rejects.toMatchObject(
      loop,
    );
    await rule(id, ada, { path: '/p/*', target: 'https://old.example.com/q', keep_path: true });
    await expect(
      rule(id, ada, { path: '/q/x', target: 'https://old.example.com/p/x' }),
    ).rejects.toMatchObject(loop);
    const away = await rule(id, ada, { path: '/b', target: 'https://shop.example/' });
    const change = { id: away.id, version: 1, target: 'https://old.example.com/a' };
    await expect(t.call('forward/update', change, { as: ada })).rejects.toMatchObject(loop);
    expect(await leads(id, '/b', ada)).toBe('https://shop.example/');
    expect(await t.rows(forwardResource).count()).toBe(3);
  });

  test('stands once, in whatever spelling', async () => {
    const { ada, id } = await start();
    await rule(id, ada, { path: '/caf\u00e9' });
    const twice = faultAt('path', 'already');
    for (const path of ['/caf%C3%A9', '/caf\u00e9/', '//caf%c3%a9'])
      await expect(rule(id, ada, { path })).rejects.toMatchObject(twice);
    const other = await rule(id, ada, { path: '/caf%C3%A9/*' });
    const change = { id: other.id, version: 1, path: '/caf\u00e9' };
    await expect(t.call('forward/update', change, { as: ada })).rejects.toMatchObject(twice);
    // Of two at once one is there.
    const both = await Promise.allSettled([rule(id, ada, { path: '/x' }), rule(id, ada, { path: '/%78' })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('is of a domain that its owner has', async () => {
    const { ada, ben, root, id } = await start();
    const unknown = faultAt('domain', 'Choose a domain of yours');
    await expect(rule(id, ben)).rejects.toMatchObject(unknown);
    await expect(rule('e'.repeat(24), ada)).rejects.toMatchObject(unknown);
    const { id: claim } = await t.call<{ id: string }>(
      'domain_list/add',
      { name: 'b.example.org' },
      { as: ben },
    );
    await expect(rule(claim, ben)).rejects.toMatchObject(unknown);
    await expect(t.call('forward/try', { domain: id, path: '/' }, { as: ben })).rejects.toMatchObject(
      unknown,
    );
    // Whoever sees everybody's rules makes them for whoever has the domain.
    const made = await rule(id, root);
    expect(await listed(ada)).toMatchObject([{ id: made.id }]);
    for (const [call, body] of [
      ['update', { version: 1, state: 'off' }],
      ['remove', {}],
    ] as const)
      await expect(t.call(`forward/${call}`, { id: made.id, ...body }, { as: ben })).rejects.toMatchObject({
        status: 404,
      });
  });
});

describe('a domain that its owner has no more', () => {
  test('leads nobody on from that moment, and its next owner has rules of their own', async () => {
    const { ada, ben, id } = await start();
    await rule(id, ada);
    await t.call('domain_list/release', { id }, { as: ada });
    expect(await isPublished()).toBe(false);
    expect(await listed(ada)).toMatchObject([{ force: 'away' }]);
    const next = await prove('old.example.com', ben);
    expect(await isPublished()).toBe(false);
    await rule(next, ben, { target: 'https://ben.example/' });
    const [left] = await listed(ada);
    // What is left of the former owner's can be changed and removed, and changes nothing.
    await t.call('forward/update', { id: left?.id, version: 1, path: '/mine' }, { as: ada });
    await t.call('forward/remove', { id: left?.id }, { as: ada });
    expect(await leads(next, '/old/a', ben)).toBe('https://ben.example/a');
    expect(await isPublished()).toBe(true);
  });

  test('leads on by the same rules when the same person has it again, and only by theirs', async () => {
    const { ada, ben, id } = await start();
    await rule(id, ada);
    const off = await rule(id, ada, { path: '/off', state: 'off' });
    await t.call('domain_list/release', { id }, { as: ada });
    const ofBen = await prove('old.example.com', ben);
    await rule(ofBen, ben, { path: '/ben/*', target: 'https://ben.example/' });
    await t.call('domain_list/release', { id: ofBen }, { as: ben });
    const again = await prove('old.example.com', ada);
    expect(again).not.toBe(id);
    expect(await isPublished()).toBe(true);
    expect(await leads(again, '/old/a', ada)).toBe('https://shop.example/new/a');
    expect(await leads(again, '/ben/a', ada)).toBeUndefined();
    expect((await listed(ada)).map(({ path, force }) => [path, force])).toEqual([
      ['/off', 'off'],
      ['/old/*', 'on'],
    ]);
    expect(await listed(ben)).toMatchObject([{ path: '/ben/*', force: 'away' }]);
    // They are rules of the domain like all others.
    await t.call('forward/update', { id: off.id, version: 1, state: 'on' }, { as: ada });
    await expect(rule(again, ada)).rejects.toMatchObject(faultAt('path', 'already'));
  });

  test('is not made unprovable by rules that were changed meanwhile', async () => {
    const { ada, id } = await start();
    await rule(id, ada, { path: '/a', target: 'https://old.example.com/b' });
    const other = await rule(id, ada, { path: '/b', target: 'https://shop.example/' });
    await t.call('domain_list/release', { id }, { as: ada });
    const change = { id: other.id, version: 1, target: 'https://old.example.com/a' };
    await expect(t.call('forward/update', change, { as: ada })).rejects.toMatchObject(
      faultAt('target', 'leads visitors back to itself'),
    );
    await prove('old.example.com', ada);
    expect((await listed(ada)).map(({ force }) => force)).toEqual(['on', 'on']);
  });

  test('of the platform: rules go with who gives it back, and are there when they have it again', async () => {
    const { ada, ben, root } = await start();
    const { id } = await t.call<{ id: string }>(
      'domain_list/add_platform',
      { name: 'go.example.org', type: 1 },
      { as: root },
    );
    const assign = (holder: string | null) => t.call('domain_list/assign', { id, holder }, { as: root });
    await assign(ada.id);
    await rule(id, ada);
    await assign(ben.id);
    expect(await isPublished('go.example.org')).toBe(false);
    expect([await listed(ben), await leads(id, '/old/a', ben)]).toEqual([[], undefined]);
    await assign(null);
    await t.call('domain_list/apply', { type: 1 }, { as: ada });
    expect(await isPublished('go.example.org')).toBe(true);
    await t.call('domain_list/retire', { id }, { as: root });
    expect(await isPublished('go.example.org')).toBe(false);
  });
});
