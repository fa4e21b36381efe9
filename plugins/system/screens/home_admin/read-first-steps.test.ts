import { expect, test } from 'bun:test';
import { findAddress, findBackup, findProxy, findTimeZone } from './read-first-steps.ts';

test.each([
  // Everybody outside is seen where they are.
  ['36.152.44.9', 'https://qr.shop.com', 'done'],
  ['2606:4700::9', 'https://qr.shop.com', 'done'],
  // A proxy whose header is not believed, on this machine and beside it.
  ['127.0.0.1', 'https://qr.shop.com', 'to_do'],
  ['::1', 'https://qr.shop.com', 'to_do'],
  ['172.17.0.1', 'https://qr.shop.com', 'to_do'],
  ['127.0.0.1', 'http://192.168.1.5:6009', 'to_do'],
  // Somebody at the machine, or in its network.
  ['127.0.0.1', 'http://127.0.0.1:6009', 'not_needed'],
  ['127.0.0.1', 'http://localhost:6009', 'not_needed'],
  ['192.168.1.7', 'http://192.168.1.5:6009', 'not_needed'],
  ['fd00::7', 'http://server:6009', 'not_needed'],
])('whoever is taken for %s on the page %s: %s', (seenAt, page, state) => {
  expect(findProxy({ seenAt, page }).state).toBe(state as 'done');
});

test('an address that nobody outside can open is something to do, and says why', () => {
  expect(findAddress({ reason: null })).toEqual({ state: 'done', said: 'ok' });
  expect(findAddress({ reason: 'private' })).toEqual({ state: 'to_do', said: 'private' });
});

test('a time zone is asked for until somebody has chosen it or a visit was counted', () => {
  expect(findTimeZone({ source: 'first', is_open: true }).state).toBe('to_do');
  for (const facts of [
    { source: 'first', is_open: false },
    { source: 'setting', is_open: true },
    { source: 'environment', is_open: true },
  ] as const)
    expect(findTimeZone(facts).state).toBe('done');
});

test('a backup is missing, fresh for a week, then old; an own database may be backed up elsewhere, until it is here', () => {
  const [now, freshHours] = [Date.parse('2026-03-10T00:00:00Z'), 168];
  const backup = (time: string) => ({ time, bytes: 1, elsewhere: [] });
  expect(findBackup({ backup: undefined, hasOwnDatabase: false, now, freshHours })).toEqual({
    state: 'to_do',
    said: 'none',
  });
  expect(
    findBackup({ backup: backup('2026-03-03T00:00:00Z'), hasOwnDatabase: false, now, freshHours }).state,
  ).toBe('done');
  expect(
    findBackup({ backup: backup('2026-03-02T23:59:59Z'), hasOwnDatabase: false, now, freshHours }),
  ).toEqual({
    state: 'to_do',
    said: 'old',
  });
  expect(findBackup({ backup: undefined, hasOwnDatabase: true, now, freshHours }).state).toBe('not_needed');
  expect(
    findBackup({ backup: backup('2026-03-02T23:59:59Z'), hasOwnDatabase: true, now, freshHours }).said,
  ).toBe('old');
});
