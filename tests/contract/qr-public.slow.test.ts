import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';
import { readUntil } from '../until.ts';

interface Made {
  id: string;
  short_code: string;
  qr_url: string;
}
interface Shared {
  name: string;
  id: string;
  view_number: number;
  ip_view_number: number;
  hours: { hour: number; view_number: number }[];
  token: string;
}
interface VisitRecord {
  domain: string;
  ip: string;
  ip_count: number;
  latest_ip_belong: string;
  latest_source: string;
  device: string;
}

const PASSWORD = 'opensesame7391';
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; 23049RAD8C Build/UKQ1; wv) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.47';
const PLAIN = {
  foreground: '#102040',
  background: '#ffffff',
  finder: '#102040',
  module_shape: 'dot',
  finder_shape: 'circle',
  error_level: 'Q',
  quiet_zone: 4,
  logo: null,
  logo_percent: 20,
};

setDefaultTimeout(180_000);
let product: Product;
let administrator: Api;
let anna: Api;
let ben: Api;
let guest: Api;

beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'trace' } });
  guest = apiOf(product.origin);
  administrator = await signIn(product.origin, product.administrator);
  const role = 'customer';
  anna = await signIn(product.origin, await createAccount(product, { account: 'anna.public', role }));
  ben = await signIn(product.origin, await createAccount(product, { account: 'ben.public', role }));
}, 180_000);
afterAll(() => product?.stop());

const targets = [{ url: 'https://example.com/' }];
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;
const add = async (api: Api, body: Record<string, unknown> = {}) => {
  const made = (await api.call<Made>('qr_code_list/add', { name: 'Menu', targets, ...body })).content;
  return made;
};
const addShared = async (api: Api, file_name: string, password = PASSWORD) =>
  add(api, { file_name, share_password: await seal(api, password, 'qr_code_list', 'add', 'share_password') });
const open = (file_name: string, password: string, address = '203.0.113.9') =>
  guest.call<Shared>('qr_code_list/share_access', { file_name, password }, { 'x-forwarded-for': address });
const visit = (code: Made, address: string) =>
  fetch(code.qr_url, { redirect: 'manual', headers: { 'user-agent': PHONE, 'x-forwarded-for': address } });
const today = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: product.timeZone, dateStyle: 'short' }).format(Date.now());
const enquire = (key: string, body: Record<string, unknown> = {}) =>
  guest.call<VisitRecord[]>('qr_code_access/public_enquiry', {
    key,
    ip_list: ['223.104.63.11'],
    start_time: `${today()} 00:00:00`,
    end_time: `${today()} 23:59:59`,
    ...body,
  });

describe('the design of a code', () => {
  test('is kept, drawn in every format, and its PNG decodes', async () => {
    const made = await add(anna, { design: PLAIN });
    const picture = async (format: string) =>
      (
        await anna.call<{ data: string; media_type: string }>('qr_code_list/picture', {
          id: made.id,
          format,
          size: 512,
        })
      ).content;
    const image = PNG.sync.read(Buffer.from((await picture('png')).data, 'base64'));
    expect(jsQR(new Uint8ClampedArray(image.data), 512, 512)?.data).toBe(made.qr_url);
    expect((await picture('svg')).data).toContain('#102040');
    expect(Buffer.from((await picture('pdf')).data, 'base64').toString('latin1')).toStartWith('%PDF-1.7');
    const { content } = await anna.call<{ design: unknown }>('qr_code_list/details', { id: made.id });
    expect(content.design).toEqual(PLAIN);
  });

  test('that scanners could not read changes nothing', async () => {
    const made = await add(anna);
    const design = { ...PLAIN, foreground: '#f5ca47' };
    const refused = await anna.call('qr_code_list/update', { id: made.id, version: 1, design });
    expect([refused.status, codeOf(refused)]).toEqual([422, 'qr.design_unreadable']);
    expect(
      (await anna.call<{ design: unknown }>('qr_code_list/details', { id: made.id })).content.design,
    ).toBeNull();
    expect(codeOf(await anna.call('qr_code_list/add', { name: 'x', targets, design }))).toBe(
      'qr.design_unreadable',
    );
  });

  test('takes no logo that is not a picture', async () => {
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<script>alert(1)</script>', 'GIF89a']) {
      const data = Buffer.from(text).toString('base64');
      expect(codeOf(await anna.call('qr_code_list/logo', { data }))).toBe('qr.logo_invalid');
      const design = { ...PLAIN, error_level: 'H', logo: data };
      expect(codeOf(await anna.call('qr_code_list/add', { name: 'x', targets, design }))).toBe(
        'qr.logo_invalid',
      );
    }
    expect((await anna.call('qr_code_list/logo', { data: 'A'.repeat(800_000) })).status).toBe(422);
  });
});

describe('shared statistics', () => {
  test('show name, visits and unique addresses to whoever has name and password, then for the token', async () => {
    const made = await addShared(anna, 'spring');
    for (const address of ['223.104.63.11', '223.104.63.11', '8.8.8.8']) await visit(made, address);
    const first = await readUntil(
      async () => (await open('spring', PASSWORD)).content,
      (shared) => shared.view_number === 3,
    );
    expect(first).toMatchObject({ name: 'Menu', id: made.id, view_number: 3, ip_view_number: 2 });
    expect(first.hours.at(-1)?.view_number).toBe(3);
    const again = await guest.call<Shared>('qr_code_list/share_access', { token: first.token });
    expect(again.content).toMatchObject({ view_number: 3, token: first.token });
  });

  test('a new password ends what the old one opened; clearing the share name ends the sharing', async () => {
    const made = await addShared(anna, 'changing');
    const { token } = (await open('changing', PASSWORD)).content;
    const share_password = await seal(anna, 'another1', 'qr_code_list', 'update', 'share_password');
    const changed = await anna.call<{ version: number }>('qr_code_list/update', {
      id: made.id,
      version: 1,
      share_password,
    });
    expect(codeOf(await guest.call('qr_code_list/share_access', { token }))).toBe('qr.share_refused');
    expect(codeOf(await open('changing', PASSWORD))).toBe('qr.share_refused');
    expect((await open('changing', 'another1')).status).toBe(200);
    await anna.call('qr_code_list/update', { id: made.id, version: changed.content.version, file_name: '' });
    expect(codeOf(await open('changing', 'another1'))).toBe('qr.share_refused');
  });

  test('an unknown name, a missing and a wrong password answer alike', async () => {
    await addShared(anna, 'alike');
    const answers = [
      await open('alike', 'wrong-1'),
      await open('nobody', 'wrong-1'),
      await open('alike', ''),
    ];
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  });

  test('guessing locks the guesser out, the right password included, and nobody else', async () => {
    await addShared(anna, 'guessed');
    for (let guess = 0; guess < 5; guess += 1)
      expect(codeOf(await open('guessed', `guess-${guess}`, '198.51.100.1'))).toBe('qr.share_refused');
    const locked = await open('guessed', PASSWORD, '198.51.100.1');
    expect([locked.status, codeOf(locked)]).toEqual([429, 'qr.share_locked']);
    expect((await open('guessed', PASSWORD, '198.51.100.2')).status).toBe(200);
  });

  test('many guesses at once get no extra ones', async () => {
    await addShared(anna, 'at-once');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => open('at-once', `g-${at}`, '198.51.100.7')),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
  });

  const start = async (api: Api, id: string, password: string, body: Record<string, unknown> = {}) =>
    api.call<{ version: number; file_name: string }>('qr_code_list/start_sharing', {
      id,
      share_password: await seal(api, password, 'qr_code_list', 'start_sharing', 'share_password'),
      ...body,
    });

  test('begins and ends in one call each; what was opened before ends with it', async () => {
    const made = await add(anna);
    const begun = (await start(anna, made.id, PASSWORD)).content;
    expect(begun.file_name).toBe(made.short_code);
    const { token } = (await open(begun.file_name, PASSWORD)).content;
    const details = async () =>
      (
        await anna.call<{ is_shared: boolean; file_name: string; share_view_time: string | null }>(
          'qr_code_list/details',
          { id: made.id },
        )
      ).content;
    expect(await details()).toMatchObject({ is_shared: true, share_view_time: expect.any(String) });

    await start(anna, made.id, 'another2');
    expect(codeOf(await guest.call('qr_code_list/share_access', { token }))).toBe('qr.share_refused');
    expect(await details()).toMatchObject({ is_shared: true, share_view_time: null });
    const second = (await open(begun.file_name, 'another2')).content.token;

    expect((await anna.call('qr_code_list/stop_sharing', { id: made.id })).status).toBe(200);
    expect(codeOf(await guest.call('qr_code_list/share_access', { token: second }))).toBe('qr.share_refused');
    expect(codeOf(await open(begun.file_name, 'another2'))).toBe('qr.share_refused');
    // The name goes on telling the code apart in the visitor enquiry.
    expect(await details()).toMatchObject({ is_shared: false, file_name: begun.file_name });
  });

  test('a name that another customer shares under is not in the way of one press', async () => {
    const theirs = await add(ben, { file_name: 'wanted-by-two' });
    await addShared(anna, 'wanted-by-two');
    const begun = (await start(ben, theirs.id, PASSWORD)).content;
    expect(begun.file_name).toMatch(/^wanted-by-two-[0-9A-Za-z]{4}$/);
    expect((await open(begun.file_name, PASSWORD)).content.id).toBe(theirs.id);
    const chosen = await start(ben, theirs.id, PASSWORD, { file_name: 'wanted-by-two' });
    expect([chosen.status, codeOf(chosen)]).toEqual([409, 'qr.share_name_taken']);
  });

  test('nobody else begins or ends it, and a password that is not sealed opens nothing', async () => {
    const made = await addShared(anna, 'not-yours');
    const { token } = (await open('not-yours', PASSWORD)).content;
    expect((await start(ben, made.id, 'stolen1')).status).toBe(404);
    expect((await ben.call('qr_code_list/stop_sharing', { id: made.id })).status).toBe(404);
    expect((await guest.call('qr_code_list/stop_sharing', { id: made.id })).status).toBe(401);
    expect(
      (await anna.call('qr_code_list/start_sharing', { id: made.id, share_password: 'plain1' })).status,
    ).toBe(422);
    // What the form refuses the server refuses as well.
    for (const password of ['short', 'lettersonly', '1234567', 'with space 1', 'sümbols1'])
      expect((await start(anna, made.id, password)).status).toBe(422);
    expect((await guest.call('qr_code_list/share_access', { token })).status).toBe(200);
  });

  test('another customer cannot share under a name that is shared already', async () => {
    await addShared(anna, 'mine-first');
    const share_password = await seal(ben, PASSWORD, 'qr_code_list', 'add', 'share_password');
    const taken = await ben.call('qr_code_list/add', {
      name: 'x',
      targets,
      file_name: 'mine-first',
      share_password,
    });
    expect([taken.status, codeOf(taken)]).toEqual([409, 'qr.share_name_taken']);
  });

  test('the password stands in no row, no store and no log; its hash in no answer', async () => {
    const made = await addShared(anna, 'secretive');
    const rows = [
      await anna.call('qr_code_list/details', { id: made.id }),
      await anna.call('qr_code_list/user_inquire', {}),
      await anna.call('qr_code_list/update_open_log', { id: made.id, version: 99, open_log: 2 }),
    ].map(({ body }) => JSON.stringify(body));
    for (const text of [...rows, product.output()]) {
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toContain('argon2');
      expect(text).not.toContain('share_password');
    }
    await withStore(product, async (database) => {
      for (const { name } of await database.listCollections().toArray()) {
        const all = JSON.stringify(await database.collection(name).find({}).toArray());
        expect(all.includes(PASSWORD)).toBe(false);
      }
      const stored = await database.collection('qr_code').findOne({ file_name: 'secretive' });
      expect(String(stored?.share_password_hash)).toStartWith('$argon2id$');
    });
    const journal = join(product.dataDir, 'journal');
    for (const file of readdirSync(journal, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ))
      expect(readFileSync(join(file.parentPath, file.name)).includes(PASSWORD)).toBe(false);
  });
});

describe('the visitor enquiry', () => {
  test('finds the visits of an address for the card key, with place, provider and device', async () => {
    const { key } = (await anna.call<{ key: string }>('qr_code_access/issue_key')).content;
    const made = await add(anna, { file_name: 'looked-up' });
    await visit(made, '36.152.44.7');
    const records = await readUntil(
      async () => (await enquire(key, { ip_list: ['36.152.44.7'], file_name: 'looked-up' })).content,
      ({ length }) => length > 0,
    );
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ domain: '127.0.0.1', ip: '36.152.44.7', ip_count: 1 });
    expect(records[0]?.latest_ip_belong).toContain('移动');
    expect(records[0]?.latest_source).toContain('Redmi Note 12 Turbo');
  });

  test('a key sees its own customer only, whatever name it asks for', async () => {
    const { key } = (await ben.call<{ key: string }>('qr_code_access/issue_key')).content;
    expect((await enquire(key, { ip_list: ['36.152.44.7'] })).content).toEqual([]);
    expect((await enquire(key, { ip_list: ['36.152.44.7'], file_name: 'looked-up' })).content).toEqual([]);
  });

  test('a replaced, a revoked and a made-up key open nothing; the store keeps hashes', async () => {
    const issue = async () => (await ben.call<{ key: string }>('qr_code_access/issue_key')).content.key;
    const [first, second] = [await issue(), await issue()];
    expect(codeOf(await enquire(first))).toBe('qr.card_key_refused');
    expect((await enquire(second)).status).toBe(200);
    await withStore(product, async (database) => {
      for (const { name } of await database.listCollections().toArray())
        expect(JSON.stringify(await database.collection(name).find({}).toArray()).includes(second)).toBe(
          false,
        );
    });
    await ben.call('qr_code_access/revoke_key');
    expect(codeOf(await enquire(second))).toBe('qr.card_key_refused');
    expect(codeOf(await enquire('ben.public'))).toBe('qr.card_key_refused');
    expect((await ben.call('qr_code_access/key')).content).toBeNull();
  });

  test('of a disabled account neither key nor shared page opens anything, until it is enabled again', async () => {
    const account = await createAccount(product, { account: 'carol01', role: 'administrator' });
    const carol = await signIn(product.origin, account);
    await addShared(carol, 'carol-shop');
    const { key } = (await carol.call<{ key: string }>('qr_code_access/issue_key')).content;
    const { id } = (await carol.call<{ user_info: { id: string } }>('administrator/profile')).content
      .user_info;
    const { token } = (await open('carol-shop', PASSWORD, '203.0.113.77')).content;
    const tries = async () => [
      (await enquire(key)).status,
      (await open('carol-shop', PASSWORD, '203.0.113.77')).status,
      (await guest.call('qr_code_list/share_access', { token })).status,
    ];
    expect(await tries()).toEqual([200, 200, 200]);
    expect((await administrator.call('administrator/disable', { id })).status).toBe(200);
    expect(await tries()).toEqual([403, 403, 403]);
    expect((await administrator.call('administrator/enable', { id })).status).toBe(200);
    expect(await tries()).toEqual([200, 200, 200]);
  });

  test('a phone is named as people call it; one that is in no table has no name, and its code stays among what is told', async () => {
    const made = await add(anna);
    const { key } = (await anna.call<{ key: string }>('qr_code_access/issue_key')).content;
    const agents: Record<string, string> = {
      '36.152.44.1': PHONE,
      '36.152.44.2': PHONE.replace('23049RAD8C', 'ZZ-9000X'),
    };
    for (const [address, agent] of Object.entries(agents))
      await fetch(made.qr_url, {
        redirect: 'manual',
        headers: { 'user-agent': agent, 'x-forwarded-for': address },
      });
    const ip_list = Object.keys(agents);
    const found = await readUntil(
      async () => (await enquire(key, { ip_list })).content,
      (records) => records.length === 2,
    );
    expect(
      Object.fromEntries(found.map(({ ip, device, latest_source }) => [ip, [device, latest_source]])),
    ).toEqual({
      '36.152.44.1': ['Redmi Note 12 Turbo', 'WeChat;Android 14;Redmi Note 12 Turbo'],
      '36.152.44.2': ['', 'WeChat;Android 14;ZZ-9000X'],
    });
  });

  test('the server holds the seven days, the addresses and their number', async () => {
    const { key } = (await anna.call<{ key: string }>('qr_code_access/issue_key')).content;
    const dayAt = (days: number) =>
      new Date(Date.parse(`${today()}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
    const fault = async (body: Record<string, unknown>) => {
      const { status, body: answer } = await enquire(key, body);
      return [status, (answer as { errors?: { path: string }[] }).errors?.[0]?.path];
    };
    expect(await fault({ start_time: dayAt(-8) })).toEqual([422, 'start_time']);
    expect(await fault({ start_time: dayAt(-7) })).toEqual([200, undefined]);
    expect(await fault({ start_time: dayAt(0), end_time: dayAt(3) })).toEqual([422, 'end_time']);
    expect(await fault({ ip_list: ['1.2.3.4', '1.2.3'] })).toEqual([422, 'ip_list.1']);
    expect(await fault({ ip_list: [] })).toEqual([422, 'ip_list']);
    const lines = Array.from({ length: 1_001 }, (_, at) => `10.0.${at >> 8}.${at & 255}`);
    expect(await fault({ ip_list: lines })).toEqual([422, 'ip_list']);
    expect(await fault({ ip_list: lines.slice(1) })).toEqual([200, undefined]);
  });
});
