import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { BodyOf, CallDefinition, ResultOf } from '@waypost/contract';
import { languageWords } from '@waypost/contract/platform';
import { definePlatformPlugin, type PlatformContext } from '@waypost/sdk/platform';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { mountLanguages } from '../language_list/routes.ts';
import {
  wordDetails,
  wordExport,
  wordImport,
  wordInquire,
  wordKeep,
  wordOverview,
  wordPreview,
  wordRemove,
  wordRemoveAll,
  wordUpdate,
} from './calls.ts';
import { mountLanguageWords } from './routes.ts';

setDefaultTimeout(120_000);
let t: TestPlugin;
let operator: Person;

beforeAll(async () => {
  const plugin = definePlatformPlugin({
    id: 'system',
    async setup(context) {
      await mountLanguages(context);
      mountLanguageWords(context);
    },
  });
  t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '../..'),
    manifest: {
      id: 'system',
      version: '0.1.0',
      engine: '^0.1.0',
      title: 'system.title',
      server: 'server.ts',
      areas: ['language', 'language_word'],
      capabilities: ['platform'],
    },
  });
  operator = await t.person('olga.operator', {
    permissions: [
      ...['read', 'update', 'create', 'delete'].map((verb) => `system.language:${verb}`),
      ...['read', 'update'].map((verb) => `system.language_word:${verb}`),
    ],
  });
});
afterAll(() => t?.dispose());

const ask = <C extends CallDefinition>(call: C, body: BodyOf<C>): Promise<ResultOf<C>> =>
  t.call(call, body, { as: operator });
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ code: 'done', errors: [] }),
    (error: { code: string; errors: { path: string; message: string }[] }) => error,
  );
const context = () => t.context as PlatformContext;
const KEY = 'system.language.title';
const word = (language: string, key = KEY, source = 'system') => `${language}~${source}~${key}`;
const file = (language: string, words: Record<string, Record<string, unknown>>) =>
  Buffer.from(JSON.stringify({ language, words })).toString('base64');
const write = async (id: string, text: string) => {
  const { version } = await ask(wordDetails, { id });
  return ask(wordUpdate, { id, version, text });
};
const clear = async (language: string) => {
  const count =
    (await ask(wordOverview, {})).languages.find((one) => one.language === language)?.changed ?? 0;
  if (count > 0) await ask(wordRemoveAll, { language, count });
};

describe('words', () => {
  test('are found by key and by what is read in any language', async () => {
    const find = async (search: string) =>
      (await ask(wordInquire, { language: 'sw-KE', search, page_size: 200 })).content.map(({ key }) => key);
    expect(await find('LANGUAGE.PHONE_CODE')).toContain('system.language.phone_code');
    expect(await find('电话区号')).toContain('system.language.phone_code');
    expect(await find('msimbo wa simu')).toContain('system.language.phone_code');
    expect(await find('no such thing')).toEqual([]);
  });

  test('are in force at once, in answers and for pages, and only the difference is kept', async () => {
    const before = await ask(languageWords, { language: 'en-US' });
    const [row] = (
      await ask(wordInquire, { language: 'en-US', search: 'error.not_found', source: 'platform.server' })
    ).content;
    expect(row).toMatchObject({ state: 'original', version: 0, author: '' });
    const id = row?.id ?? '';
    expect(await write(id, 'Gone fishing.')).toMatchObject({ state: 'changed', author: 'olga.operator' });
    const answer = await refused(ask(wordDetails, { id: word('xx-XX') }));
    expect(answer).toMatchObject({ code: 'not_found', message: expect.stringContaining('Gone fishing.') });
    const told = await ask(languageWords, { language: 'en-US' });
    expect(told.words).toEqual({ 'platform.server': { 'error.not_found': 'Gone fishing.' } });
    expect(told.stamp).not.toBe(before.stamp);
    expect(await ask(languageWords, { language: 'en-US', stamp: told.stamp })).toEqual({
      stamp: told.stamp,
      words: null,
    });
    // The original again is no change.
    expect(await write(id, row?.original ?? '')).toMatchObject({ state: 'original', version: 0 });
    expect((await ask(languageWords, { language: 'en-US' })).words).toEqual({});
  });

  test('without their placeholders are refused with a sentence, in the language of whoever writes', async () => {
    const id = word('sw-KE', 'system.language.edit.title');
    const body = { id, version: 0, text: 'Lugha' };
    for (const [locale, part] of [
      ['en-US', 'Keep {{name}}'],
      ['zh-CN', '请保留 {{name}}'],
      ['sw-KE', 'Acha {{name}}'],
    ] as const) {
      const { code, errors } = await refused(t.call(wordUpdate, body, { as: operator, locale }));
      expect(code).toBe('invalid_input');
      expect(errors).toEqual([{ path: 'text', message: expect.stringContaining(part) }]);
    }
    expect(await ask(wordDetails, { id })).toMatchObject({ state: 'original', version: 0 });
  });

  test('that are markup, look others up or lost a placeholder are refused, by form, file and API alike', async () => {
    const key = 'system.language.edit.title';
    for (const text of [
      '<script>alert(1)</script> {{name}}',
      '$t(error.internal) {{name}}',
      'Lugha',
      '{{name}} {{x}}',
    ]) {
      const { code } = await refused(ask(wordUpdate, { id: word('sw-KE', key), version: 0, text }));
      expect([text, code]).toEqual([text, 'invalid_input']);
      const data = file('sw-KE', { system: { [key]: text } });
      const { counts } = await ask(wordPreview, { language: 'sw-KE', data });
      expect(counts).toMatchObject({ written: 0, refused: 1 });
    }
  });

  test('of two who write the same one the second is told', async () => {
    const id = word('en-US', 'system.language.country');
    const one = { id, version: 0, text: 'Land' };
    const ends = await Promise.all([
      refused(ask(wordUpdate, one)),
      refused(ask(wordUpdate, { ...one, text: 'State' })),
    ]);
    expect(ends.map(({ code }) => code).sort()).toEqual(['stale_version', expect.anything()].sort());
    expect(ends.filter(({ code }) => code === 'stale_version')).toHaveLength(1);
    expect((await refused(ask(wordUpdate, { id, version: 7, text: 'Nation' }))).code).toBe('stale_version');
    await clear('en-US');
  });

  test('are taken back one by one, several, or all that somebody was told of', async () => {
    const ids = ['title', 'code', 'country', 'icon'].map((name) => word('sw-KE', `system.language.${name}`));
    for (const id of ids) await write(id, `Neno ${id.length}`);
    expect(await ask(wordRemove, { ids: [ids[0] as string] })).toEqual({ count: 1 });
    expect(await ask(wordRemove, { ids: [ids[0] as string, ids[1] as string] })).toEqual({ count: 1 });
    expect((await refused(ask(wordRemoveAll, { language: 'sw-KE', count: 9 }))).code).toBe('words_counted');
    expect(await ask(wordRemoveAll, { language: 'sw-KE', count: 2 })).toEqual({ count: 2 });
    expect((await ask(wordInquire, { language: 'sw-KE', state: ['changed'] })).count).toBe(0);
  });

  test('whose original an update has changed say so until somebody keeps them', async () => {
    const id = word('en-US', 'system.language.icon');
    await write(id, 'Flag');
    await context()
      .collection({ name: 'language_word', fields: { _id: String, basis: String } })
      .updateOne({ _id: id }, { $set: { basis: 'Picture' } });
    expect(await ask(wordDetails, { id })).toMatchObject({ state: 'original_changed', former: 'Picture' });
    expect((await ask(wordInquire, { language: 'en-US', state: ['original_changed'] })).count).toBe(1);
    const { version } = await ask(wordDetails, { id });
    expect(await ask(wordKeep, { id, version })).toMatchObject({ state: 'changed', text: 'Flag' });
    await clear('en-US');
  });

  test('of a plugin that is off stay, are not written, and can be taken back', async () => {
    const id = word('en-US', 'shop.title', 'shop');
    await context()
      .collection({ name: 'language_word', fields: { _id: String }, indexes: [] })
      .collection.insertOne({
        _id: id,
        language: 'en-US',
        source: 'shop',
        key: 'shop.title',
        text: 'Shop',
        basis: 'Mall',
        account: 'olga',
        version: 1,
        update_time: new Date(),
      } as never);
    await context().languages.reload();
    expect(await ask(wordDetails, { id })).toMatchObject({ state: 'off', text: 'Shop' });
    expect((await refused(ask(wordUpdate, { id, version: 1, text: 'Store' }))).code).toBe('word_off');
    expect((await ask(languageWords, { language: 'en-US' })).words).toEqual({
      shop: { 'shop.title': 'Shop' },
    });
    expect(await ask(wordRemove, { ids: [id] })).toEqual({ count: 1 });
  });
});

describe('files of words', () => {
  test('say what they would change, refuse the rest with its reason, and change that alone', async () => {
    await write(word('sw-KE', 'system.language.code'), 'Kodi');
    const data = file('sw-KE', {
      system: {
        [KEY]: 'Jina la lugha',
        'system.language.code': 'Msimbo',
        'system.language.edit.title': 'Lugha',
        'system.language.icon': '<b>Ikoni</b>',
        'system.language.country': '',
        'no.such.key': 'x',
        'system.language.phone_code': 'Msimbo wa simu',
      },
      nowhere: { a: 'b' },
    });
    const look = await ask(wordPreview, { language: 'sw-KE', data });
    expect(look.counts).toEqual({ written: 1, taken_back: 1, same: 1, empty: 1, refused: 4 });
    expect(look.changes).toEqual([
      expect.objectContaining({ key: KEY, before: 'Jina', after: 'Jina la lugha' }),
      expect.objectContaining({ key: 'system.language.code', before: 'Kodi', after: 'Msimbo' }),
    ]);
    expect(look.refused.map(({ key, reason }) => [key, reason])).toEqual([
      ['system.language.edit.title', expect.stringContaining('{{name}}')],
      ['system.language.icon', expect.stringContaining('plain text')],
      ['no.such.key', expect.stringContaining('no word of this key')],
      ['a', expect.stringContaining('no word of this key')],
    ]);
    // Nothing was written yet.
    expect(await ask(wordDetails, { id: word('sw-KE') })).toMatchObject({ version: 0 });
    await ask(wordImport, { language: 'sw-KE', data, stamp: look.stamp });
    expect(await ask(wordDetails, { id: word('sw-KE') })).toMatchObject({
      text: 'Jina la lugha',
      version: 1,
    });
    expect((await ask(languageWords, { language: 'sw-KE' })).words).toEqual({
      system: { [KEY]: 'Jina la lugha' },
    });
    // By now the file would do something else than was agreed to.
    const again = await refused(ask(wordImport, { language: 'sw-KE', data, stamp: look.stamp }));
    expect(again.code).toBe('stale_version');
    await clear('sw-KE');
  });

  test('that go out come in again and change nothing; with changes, exactly those', async () => {
    for (const format of ['csv', 'json'] as const) {
      const out = await ask(wordExport, { language: 'zh-CN', format });
      const data = Buffer.from(out.data).toString('base64');
      const { counts } = await ask(wordPreview, { language: 'zh-CN', data });
      expect(counts).toMatchObject({ written: 0, taken_back: 0, empty: 0, refused: 0 });
      expect(counts.same).toBeGreaterThan(300);
      // In a table the last column, in JSON the only place.
      const other = out.data.replace(/电话区号(?="|\r\n)/, '国际区号');
      const changed = Buffer.from(other).toString('base64');
      expect((await ask(wordPreview, { language: 'zh-CN', data: changed })).counts.written).toBe(1);
    }
  });

  test('are read by those who may write alone, and within their size', async () => {
    const reader = await t.person('rita.reader', { permissions: ['system.language_word:read'] });
    const body = { language: 'sw-KE', data: file('sw-KE', {}) };
    expect((await refused(t.call(wordPreview, body, { as: reader }))).code).toBe('forbidden');
    const large = { language: 'sw-KE', data: 'A'.repeat(1_100_000) };
    expect((await refused(ask(wordPreview, large))).code).toBe('body_too_large');
  });
});

describe('a language that an operator adds', () => {
  test('is answered as far as its words are there, and in the default for the rest', async () => {
    const { id } = await t.call<{ id: string }>(
      'language/add',
      { code: 'fr-FR', title: 'Français', show_status: 1 },
      { as: operator },
    );
    await context().languages.reload();
    const rows = await ask(wordInquire, { language: 'fr-FR', search: 'error.not_found' });
    expect(rows.content[0]).toMatchObject({ state: 'missing', text: '', original: '' });
    await write(rows.content[0]?.id ?? '', 'Introuvable.');
    const answer = async (locale: string) => {
      const gone = await refused(t.call(wordDetails, { id: word('xx-XX') }, { as: operator, locale }));
      return (gone as unknown as { message: string }).message;
    };
    expect(await answer('fr-FR')).toContain('Introuvable.');
    expect(await answer('fr-CA')).toContain('Introuvable.');
    // A word that it lacks: the default language, which nobody has changed here.
    const stale = await refused(
      t.call(wordUpdate, { id: word('fr-FR'), version: 3, text: 'Nom' }, { as: operator, locale: 'fr-FR' }),
    );
    expect(stale.code).toBe('stale_version');
    expect((stale as unknown as { message: string }).message).toMatch(/[\u4e00-\u9fff]/);
    await t.call('language/remove', { id }, { as: operator });
    await context().languages.reload();
    expect((await ask(languageWords, { language: 'fr-FR' })).words).toEqual({});
    expect(await answer('fr-FR')).not.toContain('Introuvable.');
  });

  test('has the plural forms of its own', async () => {
    const { id } = await t.call<{ id: string }>(
      'language/add',
      { code: 'ar', title: 'العربية' },
      { as: operator },
    );
    const { content } = await ask(wordInquire, {
      language: 'ar',
      search: 'system.language_word.import.changes',
      page_size: 200,
    });
    expect(content.map(({ key }) => key.split('_').at(-1)).sort()).toEqual([
      ...['few', 'many', 'one', 'other', 'two', 'zero'],
    ]);
    await t.call('language/remove', { id }, { as: operator });
  });

  test('has a code that browsers know, and the product’s own stay', async () => {
    const add = (code: string) =>
      refused(t.call('language/add', { code, title: 'X' }, { as: operator })).then(
        ({ code: end, errors }) => [end, errors[0]?.path],
      );
    for (const code of ['french', 'FR', 'fr_FR', 'fr-fr', '', '<b>', 'iw'])
      expect([code, ...(await add(code))]).toEqual([code, 'invalid_input', 'code']);
    expect((await add('en-US'))[0]).toBe('duplicate');
    const { content } = await t.call<{ content: { id: string; code: string }[] }>('language/inquire', {});
    const english = content.find(({ code }) => code === 'en-US');
    const end = await refused(t.call('language/remove', { id: english?.id }, { as: operator }));
    expect(end.code).toBe('language_built_in');
  });

  test('that is hidden is answered in the default to whoever asks for it', async () => {
    const { content } = await t.call<{ content: { id: string; code: string; version: number }[] }>(
      'language/inquire',
      {},
    );
    const swahili = content.find(({ code }) => code === 'sw-KE');
    const message = async () => {
      const gone = await refused(
        t.call(wordDetails, { id: word('xx-XX') }, { as: operator, locale: 'sw-KE' }),
      );
      return (gone as unknown as { message: string }).message;
    };
    const swahiliMessage = await message();
    await t.call(
      'language/update',
      { id: swahili?.id, version: swahili?.version, show_status: 2 },
      { as: operator },
    );
    await context().languages.reload();
    expect(await message()).toMatch(/[\u4e00-\u9fff]/);
    const version = (swahili?.version ?? 0) + 1;
    await t.call('language/update', { id: swahili?.id, version, show_status: 1 }, { as: operator });
    await context().languages.reload();
    expect(await message()).toBe(swahiliMessage);
  });
});
