import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { errors, type Page, type RowOf } from '@waypost/contract';
import type { Caller, RequestContext } from '@waypost/sdk';
import { ShowStatus } from '../../catalogue/values.ts';
import { inquireCategories } from '../../categories/inquire.ts';
import { MAX_MERGED_PRODUCTS } from '../../categories/merge-category.ts';
import { keepShownCategories, SHOWN_MAX_AGE_MS } from '../../categories/shown-categories.ts';
import { type Mall, startMall } from '../../testing/start-mall.ts';
import { productResource } from '../mall_product_list/resource.ts';
import { categoryResource, MOST_LEVELS } from './resource.ts';

setDefaultTimeout(120_000);

type CategoryRow = RowOf<typeof categoryResource>;
let mall: Mall;
beforeAll(async () => {
  mall = await startMall();
});
afterAll(() => mall?.t.dispose());

const list = async (query: object = {}) =>
  (await mall.ask<Page<CategoryRow>>('mall_category/inquire', { page_size: 200, ...query })).content;
const titles = (rows: readonly CategoryRow[]) => rows.map(({ title }) => title);
const details = (id: string) => mall.ask<CategoryRow>('mall_category/details', { id });
const change = async (id: string, fields: object) =>
  mall.ask('mall_category/update', { id, version: (await details(id)).version, ...fields });

describe('categories', () => {
  test('are listed as a tree, the larger number first, and move with all that stands in them', async () => {
    const clothes = await mall.addCategory('Clothes', { sort: 20 });
    const food = await mall.addCategory('Food', { sort: 10 });
    const shirts = await mall.addCategory('Shirts', { superior: clothes });
    await mall.addCategory('Long', { superior: shirts });
    await mall.addCategory('Shoes', { superior: clothes, sort: 5 });
    expect(titles(await list())).toEqual(['Clothes', 'Shoes', 'Shirts', 'Long', 'Food']);
    expect(titles(await list({ within: clothes }))).toEqual(['Clothes', 'Shoes', 'Shirts', 'Long']);
    await change(shirts, { superior: food });
    const after = await list();
    expect(titles(after)).toEqual(['Clothes', 'Shoes', 'Food', 'Shirts', 'Long']);
    expect(after.at(-1)).toMatchObject({ full_title: 'Food / Shirts / Long', depth: 3 });
    await change(food, { title: 'Things', sort: 30 });
    expect((await list()).slice(0, 3).map(({ full_title }) => full_title)).toEqual([
      'Things',
      'Things / Shirts',
      'Things / Shirts / Long',
    ]);
  });

  test('show_status 1 finds what is shown with all that it stands in, and 2 the others', async () => {
    const top = await mall.addCategory('Hidden later');
    await mall.addCategory('In it', { superior: top });
    const isThere = async (status: number) =>
      titles(await list({ show_status: status })).filter((title) => /Hidden later|In it/.test(title));
    expect(await isThere(ShowStatus.shown)).toEqual(['Hidden later', 'In it']);
    await change(top, { show_status: ShowStatus.hidden });
    expect(await isThere(ShowStatus.shown)).toEqual([]);
    expect(await isThere(ShowStatus.hidden)).toEqual(['Hidden later', 'In it']);
  });

  test('none becomes its own ancestor, also when two are moved into each other at once', async () => {
    const [left, right] = [await mall.addCategory('Left'), await mall.addCategory('Right')];
    const below = await mall.addCategory('Below left', { superior: left });
    for (const superior of [left, below])
      await expect(change(left, { superior })).rejects.toMatchObject({
        code: 'invalid_input',
        errors: [{ path: 'superior' }],
      });
    const moves = await Promise.allSettled([
      change(left, { superior: right }),
      change(right, { superior: left }),
    ]);
    expect(moves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    for (const { path, depth } of await list()) expect(path.length).toBe(depth);
  });

  test('stand no deeper than five levels, whoever is moved', async () => {
    let superior: string | undefined;
    const chain: string[] = [];
    for (let level = 1; level <= MOST_LEVELS; level += 1) {
      superior = await mall.addCategory(`Level ${level}`, superior === undefined ? {} : { superior });
      chain.push(superior);
    }
    await expect(mall.addCategory('Level 6', { superior })).rejects.toMatchObject({
      errors: [{ path: 'superior' }],
    });
    const top = await mall.addCategory('Top');
    await expect(change(chain[0] ?? '', { superior: top })).rejects.toMatchObject({
      errors: [{ path: 'superior' }],
    });
    expect((await details(chain[4] ?? '')).full_title).toStartWith('Level 1 /');
  });

  test('of one title do not stand beside each other, also when both are made at once', async () => {
    const made = await Promise.allSettled([mall.addCategory('Twin'), mall.addCategory('Twin')]);
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const elsewhere = await mall.addCategory('Elsewhere');
    await mall.addCategory('Twin', { superior: elsewhere });
    await expect(mall.addCategory('A / B')).rejects.toMatchObject({ errors: [{ path: 'title' }] });
  });

  test('are deleted when nothing is in them, and say what to do where something is', async () => {
    const top = await mall.addCategory('Full');
    const below = await mall.addCategory('Within full', { superior: top });
    const product = await mall.addProduct('Last one', { category: below });
    const refused = { code: 'mall.category_in_use', status: 409 };
    await expect(mall.ask('mall_category/remove', { id: top })).rejects.toMatchObject({
      ...refused,
      content: { categories: 1, products: 0 },
    });
    await expect(mall.ask('mall_category/remove', { id: below })).rejects.toMatchObject({
      ...refused,
      content: { categories: 0, products: 1 },
    });
    await mall.ask('mall_product/remove', { id: product });
    await mall.ask('mall_category/remove', { id: below });
    await mall.ask('mall_category/remove', { id: top });
    await expect(details(top)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('are deleted with products in them once it is said where these go, all of it or nothing', async () => {
    const { ask, addCategory, addProduct, t } = mall;
    const [from, into] = [await addCategory('Given up'), await addCategory('Taken over')];
    await addProduct('Stays there', { category: into });
    const moved = [
      await addProduct('Moves', { category: from }),
      await addProduct('Moves too', { category: from }),
    ];
    const merge = (body: object) =>
      ask<{ moved: number }>('mall_category/merge', { id: from, into, ...body });
    await expect(ask('mall_category/remove', { id: from })).rejects.toMatchObject({ status: 409 });
    for (const wrong of [from, '0'.repeat(24)])
      await expect(merge({ into: wrong })).rejects.toMatchObject({ status: 422, errors: [{ path: 'into' }] });
    await expect(merge({ id: '0'.repeat(24) })).rejects.toMatchObject({ code: 'not_found' });
    const below = await addCategory('Below given up', { superior: from });
    await expect(merge({})).rejects.toMatchObject({
      code: 'mall.category_in_use',
      content: { categories: 1, products: 2 },
    });
    await ask('mall_category/remove', { id: below });
    const deleter = await t.person('deletes.only', { permissions: ['mall.category:delete'] });
    await expect(t.call('mall_category/merge', { id: from, into }, { as: deleter })).rejects.toMatchObject({
      status: 403,
    });
    expect((await details(from)).product_number).toBe(2);
    const model = t.context.model(categoryResource);
    const holds = (product_number: number) => model.updateOne({ _id: from }, { $set: { product_number } });
    await holds(MAX_MERGED_PRODUCTS + 1);
    await expect(merge({})).rejects.toMatchObject({ code: 'mall.category_too_large', status: 409 });
    await holds(2);
    // Whoever takes part in deletions has a say, whichever way a category goes.
    const told: string[] = [];
    const veto = t.context.hooks.before('mall.category.purge', () => {
      throw errors.forbidden.create({ permission: 'a wish of somebody else' });
    });
    const listen = t.context.hooks.after('mall.category.purge', ({ id }) => void told.push(id ?? ''));
    await expect(merge({})).rejects.toMatchObject({ code: 'forbidden' });
    expect((await details(from)).product_number).toBe(2);
    await veto();
    expect(await merge({})).toEqual({ moved: 2 });
    expect(told).toEqual([from]);
    await listen();
    await expect(details(from)).rejects.toMatchObject({ code: 'not_found' });
    expect((await details(into)).product_number).toBe(3);
    for (const id of moved)
      expect(await ask<object>('mall_product/details', { id })).toMatchObject({ category: into, version: 2 });
    const logged = (await t.audit()).filter(({ target }) => target === from).map(({ type }) => type);
    expect(logged).toEqual(expect.arrayContaining(['mall.category.merge', 'mall.category.remove']));
  });

  test('leave no product without a category when one is added while they are merged', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [from, into] = [
        await mall.addCategory(`Merged ${round}`),
        await mall.addCategory(`Merged into ${round}`),
      ];
      await mall.addProduct(`Early ${round}`, { category: from });
      await Promise.allSettled([
        mall.ask('mall_category/merge', { id: from, into }),
        mall.addProduct(`Late ${round}`, { category: from }),
      ]);
      const count = async (category: string) =>
        mall.t.context.model(productResource).countDocuments({ category });
      expect(await count(from)).toBe(0);
      expect((await details(into)).product_number).toBe(await count(into));
    }
  });

  test('take no product while they are deleted: one of the two happens', async () => {
    for (let round = 0; round < 5; round += 1) {
      const category = await mall.addCategory(`Contested ${round}`);
      await Promise.allSettled([
        mall.ask('mall_category/remove', { id: category }),
        mall.addProduct(`Contested ${round}`, { category }),
      ]);
      const products = await mall.ask<Page<{ category: string }>>('mall_product/inquire', {
        search: `Contested ${round}`,
      });
      const isThere = (await list()).some(({ id }) => id === category);
      expect(products.count > 0).toBe(isThere);
    }
  });

  test('are read by everybody where they are shown, from memory, and a change is visible within seconds', async () => {
    const top = await mall.addCategory('Open', { sort: 99_999, remarks: 'Only for operators' });
    const below = await mall.addCategory('Open below', { superior: top });
    const hidden = await mall.addCategory('Closed', { superior: top, show_status: ShowStatus.hidden });
    const inHidden = await mall.addCategory('In closed', { superior: hidden });
    const asked = async (query: object = {}) =>
      (await mall.t.call(
        'mall_category/inquire',
        { show_status: 1, page_size: 200, ...query },
        { address: '198.51.100.9' },
      )) as Page<Record<string, unknown>>;
    const wait = () => mall.t.clock.set(new Date(mall.t.clock.now() + SHOWN_MAX_AGE_MS));
    wait();
    const { content, count } = await asked();
    expect(content.slice(0, 2)).toEqual([
      expect.objectContaining({ id: top, title: 'Open', depth: 1, path: [top] }),
      expect.objectContaining({ id: below, full_title: 'Open / Open below', superior: top }),
    ]);
    expect(content.map(({ id }) => id)).not.toContain(hidden);
    expect(content.map(({ id }) => id)).not.toContain(inHidden);
    for (const name of ['remarks', 'version', 'product_number', 'tree_key'])
      expect(content[0]).not.toHaveProperty(name);
    expect(await asked({ page: 2, page_size: 1 })).toMatchObject({
      content: [{ id: below }],
      count,
      page: 2,
      page_size: 1,
    });
    // Another process writes past this one's calls.
    const model = mall.t.context.model(categoryResource);
    await model.updateOne({ _id: below }, { $set: { title_en_us: 'Renamed' } });
    expect((await asked()).content[1]).toMatchObject({ title_en_us: '' });
    wait();
    expect((await asked()).content[1]).toMatchObject({ title_en_us: 'Renamed' });
    await change(top, { show_status: ShowStatus.hidden });
    wait();
    expect((await asked()).content.map(({ id }) => id)).not.toContain(below);
  });

  test('are not read during maintenance beyond what everybody reads, whatever right the caller has', async () => {
    const caller: Caller = {
      id: '0'.repeat(24),
      account: 'kept.out',
      role: 'shop',
      credential: '0',
      isSuper: false,
      via: 'session',
      permissions: new Set(['mall.category:read']),
      isKeptOut: true,
    };
    const request: RequestContext = {
      caller,
      locale: 'en-US',
      language: 'en-US',
      address: '198.51.100.9',
      userAgent: '',
      requestId: '',
      log: mall.t.context.log,
      signal: new AbortController().signal,
      translate: (key) => key,
    };
    const shown = keepShownCategories(mall.t.context);
    const ask = (body: Record<string, unknown>) => inquireCategories(mall.t.context, shown, body, request);
    await expect(ask({})).rejects.toMatchObject({ code: 'maintenance', status: 503 });
    expect((await ask({ show_status: ShowStatus.shown })).content[0]).not.toHaveProperty('version');
  });

  test('are not read by whoever has no right to, beyond what is shown', async () => {
    const nobody = await mall.t.person('nobody.here', { permissions: [] });
    const beyond = [
      ...[{}, { show_status: ShowStatus.hidden }, { page: 1 }],
      ...[{ search: 'Closed' }, { within: '0'.repeat(24) }, { sort_field: 'create_time' }].map((more) => ({
        show_status: ShowStatus.shown,
        ...more,
      })),
    ];
    for (const query of beyond) {
      await expect(mall.t.call('mall_category/inquire', query)).rejects.toMatchObject({
        code: 'unauthenticated',
        status: 401,
      });
      await expect(mall.t.call('mall_category/inquire', query, { as: nobody })).rejects.toMatchObject({
        code: 'forbidden',
        status: 403,
      });
    }
    const shown = { show_status: ShowStatus.shown };
    expect(await mall.t.call('mall_category/inquire', shown, { as: nobody })).toEqual(
      await mall.t.call('mall_category/inquire', shown),
    );
    expect((await list(shown))[0]).toHaveProperty('version');
  });
});
