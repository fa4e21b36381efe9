import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { withStore } from '../security/world.ts';
import { shareProduct } from '../shared-product.ts';

interface Made {
  id: string;
  short_code: string;
  short_url: string;
  qr_url: string;
}
interface Report {
  id: string;
  version: number;
  code: string;
  code_name: string;
  state: string;
  state_account: string;
  state_time: string | null;
  targets: string[];
  more: number;
  text: string;
}
interface About {
  code: { id: string; name: string; owner_account: string; is_frozen: boolean } | null;
  targets: string[];
  others: { id: string; state: string }[];
}
interface Followed {
  state: string;
  state_time: string | null;
  answer: string;
  address: string;
}
interface Message {
  title: string;
  content: string;
  screen?: string;
}

const TARGET = 'https://example.com/menu';

setDefaultTimeout(180_000);
let product: Product;
let administrator: Api;
let anna: Api;
let ben: Api;
let guest: Api;
/** Each report from an address of its own: one address may send five a minute. */
let addresses = 0;

beforeAll(async () => {
  product = await shareProduct();
  guest = apiOf(product.origin);
  administrator = await signIn(product.origin, product.administrator);
  const role = 'customer';
  anna = await signIn(product.origin, await createAccount(product, { account: 'anna.owner', role }));
  ben = await signIn(product.origin, await createAccount(product, { account: 'ben.other', role }));
}, 180_000);

const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;
const add = async (name: string, url = TARGET) =>
  (await anna.call<Made>('qr_code_list/add', { name, targets: [{ url }] })).content;
const newAddress = () => {
  addresses += 1;
  return `198.18.0.${addresses}`;
};
const report = (body: Record<string, unknown>, from = newAddress()) =>
  guest.call<{ report: string }>(
    'abuse_report/add',
    { reason: 'phishing', ...body },
    { 'x-forwarded-for': from },
  );
const reportsOf = async (code: string) =>
  (await administrator.call<{ content: Report[] }>('abuse_report/inquire', { code })).content.content;
const follow = async (key: string) =>
  (await guest.call<Followed>('abuse_report/follow', { report: key })).content;
const inbox = async (api: Api) =>
  (await api.call<{ content: Message[] }>('message/inquire', { page_size: 50 })).content.content;
const visited = async ({ short_code }: Made) =>
  (await fetch(`${product.origin}/${short_code}`, { redirect: 'manual' })).status;

/** A code with one report, and what its reporter follows it by. */
async function reported(name: string): Promise<{ code: Made; row: Report; key: string }> {
  const code = await add(name);
  const { report: key } = (await report({ address: code.short_url, text: `about ${name}` })).content;
  const [row] = await reportsOf(code.id);
  if (!row) throw new Error('the report is not on the desk');
  return { code, row, key };
}

describe('a report of abuse', () => {
  test('of one of our links reaches the administrators, and nobody else', async () => {
    const made = await add('Menu');
    const sent = await report({
      address: ` ${made.qr_url} `,
      text: 'asks for my bank card',
      contact: 'me@example.com',
    });
    expect(sent.status).toBe(200);
    const content = await reportsOf(made.id);
    expect(content).toMatchObject([
      { address: made.qr_url, reason: 'phishing', state: 'open', code: made.id, code_name: 'Menu', more: 0 },
    ]);
    const [{ id = '', version = 0 } = {}] = content;
    const handled = { id, version, state: 'handled', remark: 'switched off' };
    expect((await administrator.call('abuse_report/update', handled)).status).toBe(200);
    for (const call of ['inquire', 'details', 'update', 'about', 'freeze', 'dismiss', 'answer'])
      expect((await anna.call(`abuse_report/${call}`, handled)).status).toBe(403);
    for (const call of ['inquire', 'about', 'freeze', 'dismiss', 'answer'])
      expect((await guest.call(`abuse_report/${call}`, handled)).status).toBe(401);
  });

  test('of an address that is not ours, or with what does not belong there, is refused', async () => {
    const { short_code } = await add('Not elsewhere');
    for (const address of [
      'https://elsewhere.example/aB3xY9z',
      `https://elsewhere.example/${short_code}`,
      `${product.origin}/NoSuchCode`,
      'nonsense',
    ])
      expect(codeOf(await report({ address }))).toBe('qr.report_unknown');
    expect((await report({ address: 'x', state: 'handled' })).status).toBe(422);
    expect((await report({ address: 'x', text: 'y'.repeat(20_000) })).status).toBe(413);
    expect((await guest.call('abuse_report/follow', { report: 'z'.repeat(17_000) })).status).toBe(413);
  });

  test('of a page that was reached without a name is of ours, as the link on that page has it', async () => {
    const made = await add('By number');
    const page = await fetch(`${product.origin}/${made.short_code}`, {
      headers: { 'accept-language': 'sw' },
    });
    const href =
      /href="([^"]*report_abuse[^"]*)"/.exec(await page.text())?.[1]?.replaceAll('&amp;', '&') ?? '';
    const query = new URLSearchParams(href.split('?')[1]);
    expect(query.get('locale')).toBe('sw-KE');
    expect((await report({ address: query.get('address') })).status).toBe(200);
    expect(await reportsOf(made.id)).toHaveLength(1);
  });

  test('is taken from one address five times a minute', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1)
      statuses.push((await report({ address: 'nonsense' }, '203.0.113.43')).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('the report desk', () => {
  test('shows the code, its owner, and where it led and leads', async () => {
    const { code, row } = await reported('Changed meanwhile');
    expect(row.targets).toEqual([TARGET]);
    await anna.call('qr_code_list/update_url', { id: code.id, targets: [{ url: 'https://example.org/' }] });
    const about = (await administrator.call<About>('abuse_report/about', { id: row.id })).content;
    expect(about).toMatchObject({
      code: { id: code.id, name: 'Changed meanwhile', owner_account: 'anna.owner', is_frozen: false },
      targets: ['https://example.org/'],
      others: [],
    });
    expect((await reportsOf(code.id))[0]?.targets).toEqual([TARGET]);
  });

  test('freezing stops the visits, closes every open report about the code, and tells owner and reporters', async () => {
    const { code, row, key } = await reported('Frozen here');
    const second = (await report({ address: code.short_url })).content.report;
    expect((await reportsOf(code.id)).map(({ more }) => more)).toEqual([1, 1]);
    expect(await visited(code)).toBe(200);
    const reason = 'Reported by a visitor: steals passwords';
    const freeze = { id: row.id, version: row.version, reason };
    const frozen = await administrator.call<{ closed: number }>('abuse_report/freeze', freeze);
    expect(frozen.content.closed).toBe(2);
    expect(await visited(code)).toBe(451);
    expect(await reportsOf(code.id)).toMatchObject(
      Array(2).fill({ state: 'frozen', state_account: product.administrator.account, more: 0 }),
    );
    expect([(await follow(key)).state, (await follow(second)).state]).toEqual(['frozen', 'frozen']);
    expect(await inbox(anna)).toContainEqual(
      expect.objectContaining({
        title: '“Frozen here” was frozen',
        content: expect.stringContaining(reason),
        screen: `set_qr_code?id=${code.id}`,
      }),
    );
    expect(codeOf(await administrator.call('abuse_report/freeze', freeze))).toBe('stale_version');
  });

  test('dismissing leaves the code alone; the reporter reads the sentence, and nothing of the owner', async () => {
    const { code, row, key } = await reported('Left on');
    expect(await follow(key)).toMatchObject({ state: 'open', answer: '' });
    const dismissal = { id: row.id, version: row.version, answer: 'The page is the one of the restaurant.' };
    expect((await administrator.call('abuse_report/dismiss', dismissal)).status).toBe(200);
    const followed = await follow(key);
    expect(followed).toMatchObject({ state: 'dismissed', answer: dismissal.answer });
    expect(Object.keys(followed).sort()).toEqual(['address', 'answer', 'create_time', 'state', 'state_time']);
    expect(await visited(code)).toBe(200);
    const again = { id: row.id, version: row.version + 1, state: 'open' };
    expect((await administrator.call('abuse_report/update', again)).status).toBe(200);
    expect((await follow(key)).state).toBe('open');
    const byHand = { ...again, version: row.version + 2, state: 'frozen' };
    expect((await administrator.call('abuse_report/update', byHand)).status).toBe(422);
  });

  test('the owner reads in the history of the code that it was frozen, and nothing of who reported it', async () => {
    const { code, row } = await reported('Quiet history');
    const freeze = { id: row.id, version: row.version, reason: 'Mend the form' };
    await administrator.call('abuse_report/freeze', freeze);
    const changes = (
      await anna.call<{ content: { verb: string }[] }>('qr_code_list/changes', { id: code.id })
    ).content.content;
    expect(changes.map(({ verb }) => verb)).toEqual(['freeze', 'add']);
  });

  test('an answer goes to the owner, to the reporter or to both; to nobody is none', async () => {
    const { code, row, key } = await reported('Answered');
    const answer = { id: row.id, version: row.version };
    expect((await administrator.call('abuse_report/answer', answer)).status).toBe(422);
    const both = { ...answer, answer: 'The owner has been asked.', message: 'Please mend the form.' };
    expect((await administrator.call('abuse_report/answer', both)).status).toBe(200);
    expect(await follow(key)).toMatchObject({ state: 'answered', answer: both.answer });
    expect(await inbox(anna)).toContainEqual(
      expect.objectContaining({
        title: 'About your code “Answered”',
        content: both.message,
        screen: `set_qr_code?id=${code.id}`,
      }),
    );
    expect(JSON.stringify(await inbox(ben))).not.toContain('Answered');
  });

  test('what is said to the owner alone is no answer to the reporter, who reads nothing of it', async () => {
    const { row, key } = await reported('Owner alone');
    const message = { id: row.id, version: row.version, message: 'Please mend the form.' };
    expect((await administrator.call('abuse_report/answer', message)).status).toBe(200);
    expect(await follow(key)).toMatchObject({ state: 'open', answer: '', state_time: null });
    expect(await reportsOf(row.code)).toMatchObject([{ state: 'answered' }]);
    const later = { id: row.id, version: row.version + 1, answer: 'It has been mended.' };
    expect((await administrator.call('abuse_report/answer', later)).status).toBe(200);
    expect(await follow(key)).toMatchObject({ state: 'answered', answer: later.answer });
  });

  test('a reporter who is answered after the link was stopped still reads that it was', async () => {
    const { row, key } = await reported('Stopped first');
    const freeze = { id: row.id, version: row.version, reason: 'Mend the form' };
    await administrator.call('abuse_report/freeze', freeze);
    const answer = { id: row.id, version: row.version + 1, answer: 'Thank you.' };
    expect((await administrator.call('abuse_report/answer', answer)).status).toBe(200);
    expect(await follow(key)).toMatchObject({ state: 'frozen', answer: 'Thank you.' });
  });

  test('a report about a code that is gone for good says so', async () => {
    const { code, row } = await reported('Gone');
    await anna.call('qr_code_list/update_remove', { id: code.id });
    await anna.call('qr_code_list/remove', { id: code.id });
    const about = (await administrator.call<About>('abuse_report/about', { id: row.id })).content;
    expect(about.code).toBeNull();
    expect(about.targets).toEqual([]);
    const freeze = { id: row.id, version: row.version, reason: 'x' };
    expect((await administrator.call('abuse_report/freeze', freeze)).status).toBe(404);
    expect((await reportsOf(code.id))[0]?.state).toBe('open');
  });

  test('those who may handle reports are told once an hour for each code, and are led to the report', async () => {
    const { code, row } = await reported('Told of');
    await report({ address: code.short_url });
    const told = (await inbox(administrator)).filter(({ title }) => title.includes('Told of'));
    expect(told).toMatchObject([{ title: '“Told of” was reported', screen: `abuse_desk?id=${row.id}` }]);
    expect(JSON.stringify(await inbox(anna))).not.toContain('was reported');
  });

  test('hundreds of reports fill no inbox', async () => {
    for (let count = 0; count < 24; count += 1) await reported(`Many ${count}`);
    const told = await inbox(administrator);
    expect(told.filter(({ title }) => title.includes('was reported')).length).toBeLessThanOrEqual(20);
  });

  test('a reporter’s key is not in the store, and a made-up one opens nothing', async () => {
    const { key } = await reported('Key');
    await withStore(product, async (database) => {
      const all = JSON.stringify(await database.collection('qr_abuse_report').find({}).toArray());
      expect(all).toContain('about Key');
      expect(all).not.toContain(key);
    });
    expect((await guest.call('abuse_report/follow', { report: 'made-up' })).status).toBe(404);
    expect((await guest.call('abuse_report/follow', { report: '' })).status).toBe(422);
  });

  test('what is done is in the audit log, with who and what it was before', async () => {
    const { row } = await reported('Audited');
    await administrator.call('abuse_report/dismiss', { id: row.id, version: row.version });
    await withStore(product, async (database) => {
      const entries = await database.collection('system_audit_log').find({ target: row.id }).toArray();
      expect(JSON.stringify(entries)).toContain('qr.abuse_report.dismiss');
    });
  });
});
