import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { MenuNode } from '@waypost/contract/platform';
import { landingPath } from '../../host/shell/menu/menu.ts';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import { DESKTOP_CHROME, visitAs } from '../e2e/visitors.ts';
import { type Product, startProduct } from '../product.ts';
import { readUntil, until } from '../until.ts';

setDefaultTimeout(180_000);

let product: Product;
let root: Api;
let anna: Api;
let ben: Api;
let annasCode: { id: string; short_url: string };

beforeAll(async () => {
  product = await startProduct();
  root = await signIn(product.origin, product.administrator);
  const made = await Promise.all(
    ['anna.customer', 'ben.customer'].map(async (account) =>
      signIn(product.origin, await createAccount(product, { account, role: 'customer' })),
    ),
  );
  [anna, ben] = made as [Api, Api];
  annasCode = (
    await anna.call<typeof annasCode>('qr_code_list/add', {
      name: 'Spring poster',
      targets: [{ url: 'https://example.com/' }],
    })
  ).content;
  expect((await visitAs(DESKTOP_CHROME, annasCode.short_url)).status).toBe(200);
}, 120_000);
afterAll(async () => {
  await product?.stop();
});

interface Groups {
  groups: { kind: string; count: number; found: { title: string; detail: string; screen: string }[] }[];
}
const look = async (api: Api, search: string) => {
  const { groups } = (await api.call<Groups>('palette/inquire', { search })).content;
  return Object.fromEntries(groups.map(({ kind, found }) => [kind, found.map(({ title }) => title)]));
};

describe('the palette', () => {
  test('finds own codes by name and by short code, and everyone’s for whoever may see them', async () => {
    expect(await look(anna, 'spring')).toEqual({ code: ['Spring poster'] });
    expect(await look(root, 'SPRING')).toEqual({ code: ['Spring poster'] });
    const short = annasCode.short_url.split('/').at(-1) ?? '';
    expect(await look(anna, short)).toEqual({ code: ['Spring poster'] });
  });

  test('shows nobody what is not theirs: no codes of others, no people', async () => {
    expect(await look(ben, 'spring')).toEqual({});
    expect(await look(ben, 'admin')).toEqual({});
    expect(await look(root, 'admin')).toEqual({ person: ['admin'] });
    expect((await apiOf(product.origin).call('palette/inquire', { search: 'spring' })).status).toBe(401);
  });

  test('takes a search as letters, never as a pattern', async () => {
    for (const search of ['.*', '(a+)+$', '$where', '%']) expect(await look(anna, search)).toEqual({});
    for (const search of ['', '   ', 'x'.repeat(101), { $ne: null }])
      expect((await anna.call('palette/inquire', { search })).status).toBe(422);
  });
});

describe('the dashboards', () => {
  interface Home {
    today: { view_number: number; hours: number[] };
    codes: { count: number };
    actions: { route: string }[];
    people: { count: number };
    needs: { kind: string; count: number }[];
  }
  const home =
    (api: Api, call = 'home') =>
    async () =>
      (await api.call<Home>(`${call}/inquire`)).content;

  test('show a customer the own figures only, and where to begin', async () => {
    const seen = await readUntil(home(anna), ({ today }) => today.view_number === 1);
    expect(seen.today.view_number).toBe(1);
    expect(seen.today.hours.reduce((sum, value) => sum + value, 0)).toBe(1);
    expect(seen.codes.count).toBe(1);
    expect(seen.actions.map(({ route }) => route)).toContain('set_qr_code');
    expect(seen.actions.map(({ route }) => route)).not.toContain('configuration');
    const other = await home(ben)();
    expect([other.today.view_number, other.codes.count]).toEqual([0, 0]);
    expect((await anna.call('home_admin/inquire')).status).toBe(403);
  });

  test('show an administrator the whole platform', async () => {
    const seen = await readUntil(home(root, 'home_admin'), ({ today }) => today.view_number === 1);
    expect(seen.today.view_number).toBe(1);
    expect(seen.people.count).toBe(3);
    const needs = async () => (await home(root, 'home_admin')()).needs;
    // The first steps ask for a backup; it waits with the rest once somebody has put that step away.
    expect(await needs()).toEqual([]);
    await root.call('home_admin/hide_step', { name: 'backup', said: 'none' });
    expect(await needs()).toEqual([{ kind: 'backup', count: 1 }]);
  });

  test('lead whoever signs in to the own one: the first screen of the menu', async () => {
    const first = async (api: Api) =>
      landingPath((await api.call<{ tree_menu_arr: MenuNode[] }>('menu/tree')).content.tree_menu_arr);
    expect(await first(anna)).toBe('/customer/home');
    expect(await first(root)).toBe('/customer/home_admin');
  });
});

describe('the live visits', () => {
  interface Live {
    visits: { link: string; ip: string; name: string }[];
    visitors: number;
  }
  test('can be asked for where the channel is not: own ones for a customer, all for an operator', async () => {
    const ask = (api: Api, call: string) => async () =>
      (await api.call<Live>(`access_real_time_statistics/${call}`)).content;
    const own = await readUntil(ask(anna, 'user_inquire'), ({ visits }) => visits.length === 1);
    expect(own.visits[0]).toMatchObject({ link: annasCode.id, ip: '8.8.8.8', name: 'Spring poster' });
    expect((await ask(root, 'inquire')()).visits).toHaveLength(1);
    expect((await ask(root, 'user_inquire')()).visits).toEqual([]);
    for (const call of ['inquire', 'user_inquire']) expect((await ask(ben, call)()).visits).toEqual([]);
  });
});

describe('the pictures of the site', () => {
  const logoFile = join(import.meta.dir, '../../host/shell/public/logo.png');
  const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64');
  const change = (data: string | null, kind = 'logo') =>
    root.call<{ address: string }>('configuration/picture', { kind, data });
  const info = async () =>
    (await apiOf(product.origin).call<{ logo: string; icon: string }>('website_info/inquire')).content;

  test('are an operator’s own as soon as they are replaced, with nothing of the file but its pixels', async () => {
    const script = '<script>alert(1)</script>';
    const polyglot = Buffer.concat([Buffer.from(await Bun.file(logoFile).bytes()), Buffer.from(script)]);
    const { address } = (await change(base64(polyglot))).content;
    expect(address).toMatch(/^\/logo\.png\?v=[0-9a-f]{16}$/);
    expect((await info()).logo).toBe(address);
    const answer = await fetch(product.origin + address);
    expect(answer.status).toBe(200);
    const header = (name: string) => answer.headers.get(name);
    expect([header('content-type'), header('x-content-type-options')]).toEqual(['image/png', 'nosniff']);
    expect(header('content-security-policy')).toContain('sandbox');
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect(text).toStartWith('\x89PNG');
    expect(text).not.toContain('script');
    const again = await fetch(product.origin + address, {
      headers: { 'if-none-match': header('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect((await change(null)).content.address).toBe('/logo.png');
    expect((await info()).logo).toBe('/logo.png');
  });

  test('are shown by pages that people write, too, each of which is an origin of its own', async () => {
    for (const path of ['/logo.png', '/favicon.ico', '/logo.png?v=1'])
      expect((await fetch(product.origin + path)).headers.get('cross-origin-resource-policy')).toBe(
        'cross-origin',
      );
  });

  test('that are none are refused with a code that says so, and change nothing', async () => {
    const before = await info();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
    for (const garbage of [svg, '<!doctype html>', 'GIF89a', '\x89PNG\r\n\x1a\nnothing', 'x'.repeat(1000)])
      for (const kind of ['logo', 'icon']) {
        const { status, body } = await change(base64(Buffer.from(garbage, 'latin1')), kind);
        expect([status, body]).toMatchObject([422, { code: 'not_a_picture' }]);
      }
    expect((await change('not base64!')).status).toBe(422);
    expect((await change('', 'favicon')).status).toBe(422);
    expect(await info()).toEqual(before);
  });

  test('are for operators to change', async () => {
    const body = { kind: 'logo', data: base64(await Bun.file(logoFile).bytes()) };
    expect((await anna.call('configuration/picture', body)).status).toBe(403);
    expect((await apiOf(product.origin).call('configuration/picture', body)).status).toBe(401);
  });
});

describe('the languages', () => {
  interface Row {
    id: string;
    code: string;
    title: string;
    version: number;
    show_status: 1 | 2;
    default_language: 1 | 2;
  }
  const rows = async (body = {}) =>
    (await apiOf(product.origin).call<{ content: Row[] }>('language/inquire', body)).content.content;
  const row = async (code: string) => (await rows()).find((one) => one.code === code) as Row;
  const update = async (code: string, change: Partial<Row>) => {
    const { id, version } = await row(code);
    return root.call('language/update', { id, version, ...change });
  };

  test('are everybody’s to ask for; Chinese is the default', async () => {
    expect((await rows({ show_status: 1 })).map(({ code }) => code)).toEqual(['zh-CN', 'en-US', 'sw-KE']);
    expect((await rows({ show_status: 2 })).length).toBe(0);
  });

  test('have one default, and it is shown', async () => {
    expect((await update('sw-KE', { show_status: 2 })).status).toBe(200);
    expect((await rows({ show_status: 1 })).map(({ code }) => code)).toEqual(['zh-CN', 'en-US']);
    expect((await update('sw-KE', { default_language: 2 })).status).toBe(422);
    expect((await update('zh-CN', { default_language: 1 })).status).toBe(422);
    expect((await update('zh-CN', { show_status: 2 })).status).toBe(422);
    expect((await update('en-US', { default_language: 2 })).status).toBe(200);
    const defaults = (await rows()).filter(({ default_language }) => default_language === 2);
    expect(defaults.map(({ code }) => code)).toEqual(['en-US']);
    expect((await anna.call('language/update', { ...(await row('en-US')) })).status).toBe(403);
  });

  test('that we do not have, or do not offer, are answered in the default', async () => {
    const ask = async (language: string) => {
      const { body } = await apiOf(product.origin).call('home/inquire', {}, { 'accept-language': language });
      return (body as { message: string }).message;
    };
    const english = await ask('en-US');
    // Processes hear of a change within a second.
    await until('Swahili is not answered any more', async () => (await ask('sw-KE')) === english);
    for (const language of ['fr-FR', 'xx', '', 'tlh-Klingon;q=1', '../../etc/passwd', 'a'.repeat(5_000)])
      expect(await ask(language)).toBe(english);
    expect(await ask('fr-FR, sw;q=0.5, zh;q=0.1')).toBe(await ask('zh-CN'));
    expect(await ask('zh-CN')).not.toBe(english);
  });
});

test('the palette shows five of many, the one that is called so before newer ones that only have it in their names', async () => {
  for (const name of ['Winter', ...Array.from({ length: 6 }, (_, at) => `Late winter ${at}`)])
    await ben.call('qr_code_list/add', { name, targets: [{ url: 'https://example.com/' }] });
  const { code } = await look(ben, 'winter');
  expect(code).toHaveLength(5);
  expect(code?.slice(0, 2)).toEqual(['Winter', 'Late winter 5']);
});
