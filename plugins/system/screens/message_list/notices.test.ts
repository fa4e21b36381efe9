import { expect, test } from 'bun:test';
import { NotifyStatus } from '@waypost/contract';
import { inWords } from './in-words.ts';
import { unread } from './notices.ts';
import { failureNotice } from './tell-failures.ts';
import { visitsNotice } from './tell-visits.ts';

const NOON = new Date('2026-03-04T12:00:00Z');
const NEXT_DAY = new Date('2026-03-05T00:00:00Z');
const FAILED = {
  plugin: 'shop',
  version: '1.2.0',
  reason: 'exit code 7',
  serving: null,
  kind: 'process',
  occasion: 'shop 1.2.0 a',
} as const;

test('a message of the platform is read in the words of its reader; what a person wrote stays as it was written', () => {
  const translate = (key: string, params?: Record<string, unknown>) => `${key} ${JSON.stringify(params)}`;
  const notice = { kind: 'plugin_ended', params: { plugin: 'shop' } };
  const row = { id: '1', title: 'shop 1.2.0', content: 'exit code 7' };
  const read: unknown = inWords({ ...row, notice }, { translate });
  expect(read).toEqual({
    id: '1',
    title: 'system.message.notice.plugin_ended.title {"plugin":"shop"}',
    content: 'system.message.notice.plugin_ended.content {"plugin":"shop"}',
    notice: undefined,
  });
  expect(inWords(row, { translate })).toBe(row);
});

test('a message of a plugin is read in its words, and as it was written once nobody has them any more', () => {
  const row = {
    id: '1',
    title: 'plain title',
    content: 'plain text',
    notice: { kind: 'qr.notice.frozen', params: { name: 'Menu' } },
  };
  const has = (key: string, params?: Record<string, unknown>) => `${key} of ${params?.name}`;
  expect(inWords(row, { translate: has })).toMatchObject({
    title: 'qr.notice.frozen.title of Menu',
    content: 'qr.notice.frozen.content of Menu',
  });
  expect(inWords(row, { translate: (key) => key })).toMatchObject({
    title: 'plain title',
    content: 'plain text',
  });
});

test('a new message counts as unread, sent now and seen by nobody', () => {
  expect(unread({ title: 'Hello', content: 'You' }, NOON)).toMatchObject({
    title: 'Hello',
    content: 'You',
    notify_status: NotifyStatus.unread,
    send_time: NOON,
    view_time: null,
  });
});

test('administrators read which plugin failed and how: it ended, was never started, or gave way to the one before', () => {
  const kindOf = (change: object) => failureNotice({ ...FAILED, ...change }, NOON).notice;
  expect(kindOf({})).toEqual({
    kind: 'plugin_ended',
    params: { plugin: 'shop', version: '1.2.0', reason: 'exit code 7' },
  });
  expect(kindOf({ kind: 'start' }).kind).toBe('plugin_not_started');
  expect(kindOf({ kind: 'start', serving: '1.1.0' })).toMatchObject({
    kind: 'release_failed',
    params: { serving: '1.1.0' },
  });
});

test('a failure is told once a day for each cause, and a reason of pages does not fill the inbox', () => {
  const occasion = (change: object, now = NOON) =>
    failureNotice({ ...FAILED, ...change }, now).written.occasion;
  expect(occasion({ reason: 'other words' })).toBe(occasion({}));
  expect(occasion({ occasion: 'shop 1.2.0 b' })).not.toBe(occasion({}));
  expect(occasion({}, NEXT_DAY)).not.toBe(occasion({}));
  const { notice, written } = failureNotice({ ...FAILED, reason: 'x'.repeat(5_000) }, NOON);
  expect([notice.params.reason?.length, written.content.length]).toEqual([1_000, 1_000]);
});

test('missing visits are told with their number, again when there are more of them', () => {
  const told = visitsNotice({ visits: 3, differences: 0 }, NOON);
  expect(told.notice).toEqual({ kind: 'visits_unaccounted', params: { visits: '3', differences: '0' } });
  expect(visitsNotice({ visits: 0, differences: 2 }, NOON).notice.kind).toBe('visits_differ');
  const occasions = [
    told,
    visitsNotice({ visits: 4, differences: 0 }, NOON),
    visitsNotice({ visits: 3, differences: 1 }, NOON),
    visitsNotice({ visits: 3, differences: 0 }, NEXT_DAY),
  ].map(({ written }) => written.occasion);
  expect(new Set(occasions).size).toBe(occasions.length);
  expect(visitsNotice({ visits: 3, differences: 0 }, NOON).written.occasion).toBe(told.written.occasion);
});
