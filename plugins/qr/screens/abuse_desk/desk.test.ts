import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import {
  SITE_MESSAGES,
  type SiteMessage,
  type SiteMessages,
  SYSTEM_MAIL,
  type SystemMail,
} from '@waypost/sdk';
import type { CallRefused, Person, TestPlugin } from '@waypost/sdk/testing';
import { startCodes } from '../../testing/start-codes.ts';
import type { ReportAbout } from './calls.ts';
import { abuseReport, OPEN_REPORTS_A_CODE, type ReportRow } from './resource.ts';
import { REPORTS_TOLD_AN_HOUR } from './tell.ts';

// What a desk must not lose, in the testing context: inboxes that are away, reports without end, time that passes.
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
setDefaultTimeout(60_000);

let inboxesAreAway = false;
const told: SiteMessage[] = [];
const inboxes: SiteMessages = {
  async tell(message) {
    if (inboxesAreAway) throw new Error('the inboxes are away');
    if (told.some(({ words, occasion }) => words === message.words && occasion === message.occasion))
      return 0;
    told.push(message);
    return 1;
  },
};
const letters: Parameters<SystemMail['send']>[0][] = [];
let isMailFull = false;
const mail: SystemMail = {
  isOn: async () => true,
  locale: async () => 'en-US',
  async send(letter) {
    if (isMailFull) throw new Error('the queue is full');
    letters.push(letter);
    return true;
  },
};
let t: TestPlugin;
let operator: Person;
let reader: Person;
let anna: Person;
let ben: Person;
let addresses = 0;

beforeAll(async () => {
  t = await startCodes({
    services: {
      [SITE_MESSAGES]: { version: '1.1.0', service: inboxes },
      [SYSTEM_MAIL]: { version: '1.0.0', service: mail },
    },
  });
  operator = await t.person('operator', { role: 'administrator' });
  reader = await t.person('reader', { permissions: ['qr.abuse_report:read'] });
  anna = await t.person('anna');
  ben = await t.person('ben');
});
afterAll(() => t?.dispose());

const desk = <T = Record<string, unknown>>(name: string, body: object, as = operator) =>
  t.call<T>(`abuse_report/${name}`, body, { as });
const code = async (name: string, as = anna) => {
  const targets = [{ url: 'https://example.com/' }];
  return t.call<{ id: string; short_url: string }>(
    'qr_code_list/add',
    { name, targets, remark: 'own words' },
    { as },
  );
};
const report = (address: string, text = '') => {
  addresses += 1;
  const from = `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`;
  const body = { address, reason: 'fraud', text };
  return t.call<{ report: string }>('abuse_report/add', body, { address: from });
};
const reportsOf = async (id: string) =>
  (await desk<{ content: ReportRow[] }>('inquire', { code: id })).content;
const messages = (words: string) => told.filter((one) => one.words === words);
const newHour = () => t.clock.advance(61 * MINUTE_MS);

async function reported(name: string): Promise<{ id: string; row: ReportRow }> {
  const { id, short_url } = await code(name);
  await report(short_url);
  const [row] = await reportsOf(id);
  if (row === undefined) throw new Error('the report is not on the desk');
  return { id, row };
}

test('the owner is told although the inboxes are away when the code is frozen: once, when they are back', async () => {
  const { row } = await reported('Away');
  const second = await reported('Answered away');
  inboxesAreAway = true;
  await desk('freeze', { id: row.id, version: row.version, reason: 'Asks for passwords' });
  await desk('answer', { id: second.row.id, version: second.row.version, message: 'Mend the form' });
  inboxesAreAway = false;
  await t.jobs.run('deliver_messages');
  await t.jobs.run('deliver_messages');
  expect(messages('qr.notice.frozen')).toMatchObject([
    { to: { accounts: [anna.id] }, params: { name: 'Away', text: 'Asks for passwords' } },
  ]);
  expect(messages('qr.notice.answered')).toMatchObject([{ params: { text: 'Mend the form' } }]);
});

test('a reporter who left an e-mail address reads the answer there; a queue that is full holds no answer up', async () => {
  const answered = async (contact: string, answer: string) => {
    const { id, short_url } = await code(`Left ${contact}`);
    await t.call(
      'abuse_report/add',
      { address: short_url, reason: 'fraud', contact },
      { address: '192.0.2.9' },
    );
    const [row] = await reportsOf(id);
    await desk('answer', {
      id: row?.id,
      version: row?.version,
      answer,
      message: answer === '' ? 'Mend it' : '',
    });
    return { short_url, state: (await reportsOf(id))[0]?.state };
  };
  const { short_url } = await answered(' rita@reader.example ', 'It is gone.');
  await answered('+254 700 000 000', 'No address, no letter');
  await answered('rita@reader.example', '');
  expect(letters.map(({ to }) => to)).toEqual(['rita@reader.example']);
  expect(letters[0]?.text).toContain(short_url);
  expect(letters[0]?.text).toContain('It is gone.');
  isMailFull = true;
  expect((await answered('rita@reader.example', 'Again')).state).toBe('answered');
  isMailFull = false;
});

test('a verb that is refused tells nobody', async () => {
  const { row } = await reported('Refused');
  const before = told.length;
  const late = { id: row.id, version: row.version + 5, reason: 'x', message: 'x' };
  for (const [verb, body] of [
    ['freeze', { id: late.id, version: late.version, reason: 'x' }],
    ['answer', { id: late.id, version: late.version, message: 'x' }],
  ] as const) {
    const refused = (await desk(verb, body).catch((error: unknown) => error)) as CallRefused;
    expect([verb, refused.code]).toEqual([verb, 'stale_version']);
  }
  await t.jobs.run('deliver_messages');
  expect(told.length).toBe(before);
});

test('each report that a freeze closes has an entry of its own', async () => {
  const { id, short_url } = await code('Three reports');
  for (let count = 0; count < 3; count += 1) await report(short_url);
  const rows = await reportsOf(id);
  const [row] = rows;
  if (row === undefined) throw new Error('the report is not on the desk');
  await desk('freeze', { id: row.id, version: row.version, reason: 'Fraud' });
  const entries = (await t.audit()).filter(({ type }) => type === 'qr.abuse_report.freeze');
  for (const one of rows)
    expect(entries.filter(({ target }) => target === one.id)).toMatchObject([
      { before: { state: 'open' }, after: { state: 'frozen', reason: 'Fraud' } },
    ]);
});

test('who may read reports and no codes is told of a code what the desk shows, and no more', async () => {
  const { row } = await reported('Shown');
  const { code: shown } = await desk<ReportAbout>('about', { id: row.id }, reader);
  expect(Object.keys(shown ?? {}).sort()).toEqual([
    ...[
      'create_time',
      'expires_after',
      'expires_at',
      'frozen_at',
      'frozen_reason',
      'id',
      'is_frozen',
      'name',
      'owner',
      'owner_account',
    ],
    ...['remove_time', 'short_url', 'state', 'view_number'],
  ]);
  expect(JSON.stringify(shown)).not.toContain('own words');
});

test('reports without end are counted, and none is lost to who reads or to who reported', async () => {
  const { id, short_url } = await code('Endless');
  for (let count = 0; count < OPEN_REPORTS_A_CODE; count += 1) await report(short_url);
  const keys = [await report(short_url), await report(short_url), await report(short_url)];
  const rows = await reportsOf(id);
  expect(rows).toHaveLength(OPEN_REPORTS_A_CODE);
  expect(rows.map(({ more }) => more)).toEqual(rows.map(() => OPEN_REPORTS_A_CODE + 2));
  const [row] = rows;
  if (row === undefined) throw new Error('the report is not on the desk');
  expect((await desk<ReportAbout>('about', { id: row.id })).further).toBe(3);
  const frozen = await desk<{ closed: number }>('freeze', {
    id: row.id,
    version: row.version,
    reason: 'Fraud',
  });
  expect(frozen.closed).toBe(OPEN_REPORTS_A_CODE + 3);
  for (const { report: key } of keys)
    expect(await t.call<object>('abuse_report/follow', { report: key })).toMatchObject({ state: 'frozen' });
});

test('who sends more reports than are told one by one hides none: the rest is told together', async () => {
  await newHour();
  await t.jobs.run('tell_reports');
  for (let count = 0; count < REPORTS_TOLD_AN_HOUR; count += 1) {
    const { short_url } = await code(`Noise ${count}`, ben);
    await report(short_url);
  }
  const before = messages('qr.notice.reports_many').length;
  const { short_url } = await code('The one that matters');
  await report(short_url);
  await t.clock.advance(16 * MINUTE_MS);
  const digests = messages('qr.notice.reports_many').slice(before);
  expect(digests).toMatchObject([{ params: { count: '1', names: 'The one that matters' } }]);
  await t.clock.advance(16 * MINUTE_MS);
  expect(messages('qr.notice.reports_many')).toHaveLength(before + 1);
});

test('a report that nobody could be told of is told later', async () => {
  await newHour();
  const before = messages('qr.notice.reports_many').length;
  const { short_url } = await code('While away');
  inboxesAreAway = true;
  await report(short_url);
  inboxesAreAway = false;
  await t.clock.advance(16 * MINUTE_MS);
  expect(messages('qr.notice.reports_many').slice(before)).toMatchObject([
    { params: { names: 'While away' } },
  ]);
});

test('closed reports go when their time is over, open ones stay, and 0 keeps all', async () => {
  const { row: closed } = await reported('Closed long ago');
  const { row: open } = await reported('Open long ago');
  await desk('dismiss', { id: closed.id, version: closed.version });
  await t.settings.change({ report_days: 0 });
  t.clock.set(new Date(t.clock.now() + 400 * DAY_MS));
  await t.jobs.run('tidy_reports');
  expect(await t.rows(abuseReport).find(closed.id)).toBeDefined();
  await t.settings.change({ report_days: 365 });
  await t.jobs.run('tidy_reports');
  expect(await t.rows(abuseReport).find(closed.id)).toBeUndefined();
  expect(await t.rows(abuseReport).find(open.id)).toBeDefined();
});

test('both are told of codes that change hands, and neither who the other is', async () => {
  const [one, two] = [await code('Door'), await code('Window')];
  await t.call('qr_code_list/change_owner', { ids: [one.id, two.id], owner: ben.id }, { as: operator });
  expect(messages('qr.notice.given_away')).toMatchObject([
    { to: { accounts: [anna.id] }, params: { count: '2', names: 'Door · Window' }, screen: 'qr_code_list' },
  ]);
  expect(messages('qr.notice.received')).toMatchObject([
    { to: { accounts: [ben.id] }, params: { count: '2' } },
  ]);
  expect(JSON.stringify(messages('qr.notice.given_away'))).not.toContain(ben.id);
});

test('a code that answers in capitals as well is found by the address that somebody typed', async () => {
  const body = { name: 'Sign', targets: [{ url: 'https://example.com/' }], short_code: 'to-the-sea' };
  const made = { ...body, ignore_case: true };
  const { id, short_url } = await t.call<{ id: string; short_url: string }>('qr_code_list/add', made, {
    as: anna,
  });
  await report(short_url.replace('to-the-sea', 'To-The-SEA'));
  expect(await reportsOf(id)).toHaveLength(1);
});
