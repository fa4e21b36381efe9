import { expect, test } from 'bun:test';
import type { AuditRecord } from '@waypost/sdk/platform';
import { changesOf, contentOf, sourceOf } from './entry-words.ts';

const WORDS: Readonly<Record<string, string>> = {
  'system.log.type_words': '{{thing}}: {{done}}',
  'system.log.content_of': '{{type}} · {{name}}',
  'system.log.source_of': '{{plugin}} · {{via}}',
  'system.log.via.session': 'logged in',
  'log.noun.qr.code': 'QR code',
  'log.verb.update': 'Changed',
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
  ...{ id: 'e', number: 7, time: new Date(0), type: 'qr.code.update', plugin: 'qr' },
  actor: { id: 'a', account: 'anna', via: 'session' },
  ...{ ip: null, server_ip: null, user_agent: null, request_id: null, target: null },
  before: { _id: 'c', name: 'Door', state: 'on', version: 1, open: false },
  after: { _id: 'c', name: 'Gate', state: 'off', version: 2, open: false },
};

test('an entry reads as a sentence about a thing by the name that it had', () => {
  expect(contentOf(entry, translate)).toBe('QR code: Changed · Gate');
  expect(contentOf({ ...entry, after: null }, translate)).toBe('QR code: Changed · Door');
  expect(sourceOf(entry, translate)).toBe('QR codes · logged in');
});

test('what nobody has words for is shown as it was recorded: an entry of a removed plugin is not lost', () => {
  const unknown = { ...entry, type: 'shelves.shelf.lend', plugin: 'shelves', before: null, after: 'a text' };
  expect(contentOf(unknown, translate)).toBe('shelves.shelf: lend');
  expect(sourceOf({ ...unknown, actor: null }, translate)).toBe('shelves · nobody');
  expect(changesOf(unknown, translate)).toEqual([
    { field: 'value', label: 'value', before: null, after: 'a text', is_changed: true },
  ]);
});

test('fields are told in words, those that changed first, and nothing that is the store’s alone', () => {
  expect(changesOf(entry, translate)).toEqual([
    { field: 'name', label: 'Name', before: 'Door', after: 'Gate', is_changed: true },
    { field: 'state', label: 'state', before: 'on', after: 'Off', is_changed: true },
    { field: 'open', label: 'open', before: 'log.value.no', after: 'log.value.no', is_changed: false },
  ]);
});
