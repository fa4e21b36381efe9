import { afterEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireLock } from './process-lock.ts';
import { applyTimeZone, openTimeZone } from './time-zone.ts';

const parent = mkdtempSync(join(tmpdir(), 'waypost-zone-'));
const dataDirectory = join(parent, 'data');
afterEach(() => rmSync(dataDirectory, { recursive: true, force: true }));
const open = (timeZone?: string) => {
  mkdirSync(dataDirectory, { recursive: true });
  return openTimeZone({ dataDirectory, timeZone });
};

test('a new installation has a zone that nobody has chosen yet, or the one of TIME_ZONE', async () => {
  const first = await open();
  expect([first.current(), first.isOpen(), first.isChosen()]).toEqual(['Asia/Shanghai', true, false]);
  rmSync(dataDirectory, { recursive: true });
  const given = await open('Europe/Berlin');
  expect([given.current(), given.isOpen(), given.isChosen()]).toEqual(['Europe/Berlin', true, true]);
});

test('until a visit is counted the zone may be changed on the screen and by TIME_ZONE, and other processes see it', async () => {
  const [web, other] = [await open(), await open()];
  expect(web.change('Africa/Nairobi')).toBe(true);
  other.look();
  expect([other.current(), other.isChosen(), other.isOpen()]).toEqual(['Africa/Nairobi', true, true]);
  applyTimeZone(await open('Europe/Berlin'), 'Europe/Berlin');
  expect((await open()).current()).toBe('Europe/Berlin');
});

test('a command with another TIME_ZONE changes nothing: that is for the process that serves', async () => {
  await open('Europe/Berlin');
  expect((await open('Africa/Nairobi')).current()).toBe('Europe/Berlin');
});

test('what visits were counted by is the zone for ever: the screen is told so, and a start with another is refused', async () => {
  const [web, counting] = [await open(), await open()];
  web.change('Africa/Nairobi');
  expect(counting.fix()).toBe('Africa/Nairobi');
  expect(web.change('Europe/Berlin')).toBe(false);
  expect([web.current(), web.isOpen(), web.isChosen()]).toEqual(['Africa/Nairobi', false, true]);
  await expect(open('Europe/Berlin')).rejects.toThrow(
    'TIME_ZONE: expected Africa/Nairobi, because visits have been counted by its days, got "Europe/Berlin"',
  );
  expect((await open('Africa/Nairobi')).current()).toBe('Africa/Nairobi');
});

test('a data directory from before zones could be changed keeps its own: it may hold counted visits', async () => {
  mkdirSync(dataDirectory);
  writeFileSync(join(dataDirectory, 'time-zone'), 'Europe/Berlin\n');
  const zone = await open();
  expect([zone.current(), zone.isOpen(), zone.change('Africa/Nairobi')]).toEqual([
    'Europe/Berlin',
    false,
    false,
  ]);
});

test('nobody counts by a zone that is being changed at that moment', async () => {
  const counting = await open();
  const changing = acquireLock(join(dataDirectory, 'time-zone.lock'));
  expect(() => counting.fix()).toThrow('being changed');
  changing?.release();
  expect(counting.fix()).toBe('Asia/Shanghai');
});
