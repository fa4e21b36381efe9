import { expect, test } from 'bun:test';
import type { PublicPage, PublicPageSource } from '@waypost/sdk';
import { createPublicPages } from './public-pages.ts';

const PRIVACY: PublicPage = { locale: 'en-US', locales: ['en-US'], title: 'Privacy', html: '' };

/** A source with one page, that counts how often it is asked, and a clock that stands. */
function place(change: Partial<PublicPageSource> = {}) {
  let now = 1_000_000;
  const asked = { addresses: 0, page: 0, pictures: 0, picture: 0 };
  const pages = createPublicPages({
    clock: { now: () => now, date: () => new Date(now) },
  });
  const stop = pages.offered.contribute({
    addresses: async () => {
      asked.addresses += 1;
      return ['privacy'];
    },
    page: async (_address, locale) => {
      asked.page += 1;
      return { locale, locales: [locale], title: `Privacy ${locale}`, html: '<p>None</p>' };
    },
    pictures: async () => {
      asked.pictures += 1;
      return ['known'];
    },
    picture: async () => {
      asked.picture += 1;
      return new Uint8Array([1]);
    },
    ...change,
  });
  return { asked, read: pages.read, stop, pass: (ms: number) => (now += ms) };
}

test('a crowd of strangers asks the store once in a second, and made-up addresses not at all', async () => {
  const { asked, read, pass } = place();
  await Promise.all(Array.from({ length: 50 }, () => read.page('privacy', 'en-US')));
  await Promise.all(Array.from({ length: 50 }, (_, at) => read.page(`none-${at}`, 'en-US')));
  expect(asked).toEqual({ addresses: 1, page: 1, pictures: 0, picture: 0 });
  pass(1_001);
  expect(await read.page('privacy', 'sw-KE')).toEqual({
    found: { locale: 'sw-KE', locales: ['sw-KE'], title: 'Privacy sw-KE', html: '<p>None</p>' },
  });
  expect(asked).toMatchObject({ addresses: 2, page: 2 });
  expect(await read.page('none', 'sw-KE')).toBe('none');
});

test('made-up pictures of a page that is there do not ask the store either', async () => {
  const { asked, read } = place();
  for (let at = 0; at < 50; at++) expect(await read.picture('privacy', `other-${at}`)).toBe('none');
  expect(await read.picture('privacy', 'known')).toEqual({ found: new Uint8Array([1]) });
  expect(asked).toEqual({ addresses: 1, page: 0, pictures: 1, picture: 1 });
});

test('what was read stands while the store is away; what nobody has read yet is told to be away', async () => {
  let isAway = false;
  const { read, pass } = place({
    page: async () => {
      if (isAway) throw new Error('the store is away');
      return PRIVACY;
    },
  });
  await read.page('privacy', 'en-US');
  isAway = true;
  pass(5_000);
  expect(await read.page('privacy', 'en-US')).toEqual({ found: PRIVACY });
  expect(await read.page('privacy', 'zh-CN')).toBe('away');
});

test('pages end with whoever has them, what is kept included', async () => {
  const { read, stop } = place();
  await read.page('privacy', 'en-US');
  await stop();
  expect(await read.page('privacy', 'en-US')).toBe('none');
});

test('a branch is asked for its own addresses, and what strangers make up in it pushes nothing out', async () => {
  const { offered, read } = createPublicPages({ clock: { now: () => 1_000, date: () => new Date(1_000) } });
  let asked = 0;
  const branch = {
    first: 'door',
    page: async (address: string) => {
      asked += 1;
      return address === 'oak' ? PRIVACY : undefined;
    },
    pictures: async () => [],
    picture: async () => undefined,
  };
  const stop = offered.contributeBranch(branch);
  expect(() => offered.contributeBranch({ ...branch })).toThrow('door');
  expect(await read.page('door/oak', 'en-US')).toEqual({ found: PRIVACY });
  for (let at = 0; at < 200; at++) expect(await read.page(`door/none-${at}`, 'en-US')).toBe('none');
  expect(asked).toBe(201);
  await read.page('door/oak', 'en-US');
  expect(asked).toBe(201);
  expect(await read.page('window/oak', 'en-US')).toBe('none');
  await stop();
  expect(await read.page('door/oak', 'en-US')).toBe('none');
});

test('a crowd that makes up addresses of a branch is put off before the store is full of it', async () => {
  const { offered, read } = createPublicPages({ clock: { now: () => 1_000, date: () => new Date(1_000) } });
  const waiting: (() => void)[] = [];
  offered.contributeBranch({
    first: 'door',
    page: () => new Promise((resolve) => waiting.push(() => resolve(undefined))),
    pictures: async () => [],
    picture: async () => undefined,
  });
  const asked = Array.from({ length: 80 }, (_, at) => read.page(`door/none-${at}`, 'en-US'));
  expect(await Promise.all(asked.slice(50))).toEqual(Array.from({ length: 30 }, () => 'away'));
  expect(waiting).toHaveLength(50);
  for (const answer of waiting) answer();
  expect(await Promise.all(asked.slice(0, 50))).toEqual(Array.from({ length: 50 }, () => 'none'));
});
