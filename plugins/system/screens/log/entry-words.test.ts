import { expect, test } from 'bun:test';
import type { AuditRecord } from '@waypost/sdk/platform';
import { authorOf, changesOf, contentOf, sourceOf } from './entry-words.ts';

const WORDS: Readonly<Record<string, string>> = {
  'system.log.type_words': '{{thing}}: {{done}}',
  'system.log.content_of': '{{thing}} “{{name}}”: {{done}}',
  'system.log.done_of': '{{done}}: {{name}}',
  'log.noun.system.account': 'Account',
  'log.noun.system.user': 'Customer',
  'log.noun.system.session': 'Session',
  'audit.system.session.login': 'Logged in',
  'audit.system.user.disable': 'Disabled',
  'log.noun.qr.abuse_report': 'Report',
  'log.noun.qr.card_key': 'Look-up key',
  'audit.qr.card_key.issue': 'Look-up key issued',
  'log.verb.dismiss': 'Dismissed',
  'log.verb.add': 'API key made',
  'system.log.source_of': '{{plugin}} · {{via}}',
  'system.log.via.session': 'logged in',
  'system.log.via.visitor': 'not logged in',
  'system.log.by.command_line': 'Mstari wa amri',
  'system.log.by.visitor': 'Mgeni',
  'system.log.by.nobody': 'Mfumo',
  'log.noun.qr.code': 'QR code',
  'log.verb.update': 'Changed',
  'log.verb.update_remove.bin': 'Moved to the bin',
  'log.verb.update_remove.back': 'Brought back from the bin',
  'plugin.qr': 'QR codes',
  'qr.code.name': 'Name',
  'qr.code.state.off': 'Off',
  'log.value.yes': 'yes',
};
const translate = (key: string, params: Record<string, string | number> = {}) =>
  Object.entries(params).reduce(
    (text, [name, value]) => text.replace(`{{${name}}}`, String(value)),
    WORDS[key] ?? key,
  );

const entry: AuditRecord = {
  id: 'e',
  number: 7,
  time: new Date(0),
  type: 'qr.code.update',
  plugin: 'qr',
  actor: { id: 'a', account: 'anna', via: 'session' },
  ip: null,
  server_ip: null,
  user_agent: null,
  request_id: null,
  target: null,
  before: { _id: 'c', name: 'Door', state: 'on', version: 1, open: false },
  after: { _id: 'c', name: 'Gate', state: 'off', version: 2, open: false },
};

const ID = '5f0000000000000000000001';
const people = new Map([[ID, 'ada']]);
const nothing = { before: null, after: null, target: null };

test('an entry reads as a sentence about a thing by the name that it had', () => {
  expect(contentOf(entry, translate, people)).toBe('QR code “Gate”: changed');
  expect(contentOf({ ...entry, after: null }, translate, people)).toBe('QR code “Door”: changed');
  const partial = { ...entry, before: { name: 'Door', state: 'on' }, after: { state: 'off' } };
  expect(contentOf(partial, translate, people)).toBe('QR code “Door”: changed');
  expect(sourceOf(entry, translate)).toBe('QR codes · logged in');
});

test('into the bin and out of it are told apart', () => {
  const binned = {
    ...entry,
    type: 'qr.code.update_remove',
    after: { name: 'Gate', remove_time: new Date(0) },
  };
  expect(contentOf(binned, translate, people)).toBe('QR code “Gate”: moved to the bin');
  const back = { ...binned, after: { name: 'Gate', remove_time: null } };
  expect(contentOf(back, translate, people)).toBe('QR code “Gate”: brought back from the bin');
});

test('what was done to an account is told with the account, whatever else it is called', () => {
  const about = (type: string) => contentOf({ ...nothing, type, target: ID }, translate, people);
  expect(about('system.session.login')).toBe('Account “ada”: logged in');
  expect(about('system.user.disable')).toBe('Customer “ada”: disabled');
  expect(about('qr.card_key.issue')).toBe('Account “ada”: look-up key issued');
  expect(
    contentOf({ ...nothing, type: 'system.user.disable', target: 'f'.repeat(24) }, translate, people),
  ).toBe('Customer: disabled');
});

test('a thing is not named twice, and not by an id; a report by the link that it is about', () => {
  const key = { ...nothing, type: 'qr.card_key.issue' };
  expect(contentOf(key, translate, people)).toBe('Look-up key issued');
  expect(contentOf({ ...key, after: { name: 'Anna’s' } }, translate, people)).toBe(
    'Look-up key issued: Anna’s',
  );
  const report = { ...nothing, type: 'qr.abuse_report.dismiss', target: ID.replace('1', '2') };
  expect(contentOf({ ...report, after: { code: ID } }, translate, people)).toBe('Report: dismissed');
  const address = 'https://go.example/abc';
  expect(contentOf({ ...report, before: { address } }, translate, people)).toBe(
    'Report “go.example/abc”: dismissed',
  );
});

test('whoever has no account is told in words: the command line, a visitor, the system by itself', () => {
  const by = (account: string | null, via: string | null, ip: string | null) =>
    authorOf({ account, via, ip }, translate);
  expect(by('anna', 'session', '192.0.2.1')).toBe('anna');
  expect(by('command line', 'command_line', null)).toBe('Mstari wa amri');
  expect(by(null, null, '192.0.2.1')).toBe('Mgeni');
  expect(by(null, null, null)).toBe('Mfumo');
  // What a later release may come in by is told as it was recorded.
  expect(by('a robot', 'robot', null)).toBe('a robot');
  const stranger = { ...entry, actor: null, ip: '192.0.2.1' };
  expect(sourceOf(stranger, translate)).toBe('QR codes · not logged in');
});

test('a word that is no word of a sentence keeps its capitals', () => {
  expect(contentOf({ ...entry, type: 'qr.code.add' }, translate, people)).toBe(
    'QR code “Gate”: API key made',
  );
});

test('what nobody has words for is shown as it was recorded: an entry of a removed plugin is not lost', () => {
  const unknown = { ...entry, type: 'shelves.shelf.lend', plugin: 'shelves', before: null, after: 'a text' };
  expect(contentOf(unknown, translate, people)).toBe('shelves.shelf: lend');
  expect(sourceOf({ ...unknown, actor: null }, translate)).toBe('shelves · nobody');
  expect(changesOf(unknown, translate)).toEqual([
    { field: 'value', label: 'value', before: null, after: 'a text', is_changed: true },
  ]);
});

test('what only the earlier side has is no change: it says which thing it is', () => {
  const partial = { ...entry, before: { owner: 'a', state: 'on' }, after: { state: 'off' } };
  expect(changesOf(partial, translate).map(({ field, is_changed }) => [field, is_changed])).toEqual([
    ['state', true],
    ['owner', false],
  ]);
  expect(changesOf({ ...partial, after: null }, translate).every(({ is_changed }) => is_changed)).toBe(true);
});

test('fields are told in words, those that changed first, and nothing that is the store’s alone', () => {
  expect(changesOf(entry, translate)).toEqual([
    { field: 'name', label: 'Name', before: 'Door', after: 'Gate', is_changed: true },
    { field: 'state', label: 'state', before: 'on', after: 'Off', is_changed: true },
    { field: 'open', label: 'open', before: 'log.value.no', after: 'log.value.no', is_changed: false },
  ]);
});
