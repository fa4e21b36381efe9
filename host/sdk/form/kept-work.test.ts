import { expect, test } from 'bun:test';
import { codeOf, field, YesNo, zSealed } from '@waypost/contract';
import fc from 'fast-check';
import { z } from 'zod';
import { controlModel } from './control-model.ts';
import { dropWork, findWork, forgetKeptWork, keepWork, resume, worthKeeping } from './kept-work.ts';
import { isSame } from './path.ts';
import { readStale } from './save.ts';
import { GUEST, workPlace } from './work-place.ts';

const fields = {
  name: field(z.string()),
  on: field(codeOf(YesNo)),
  entries: field(z.array(z.looseObject({})), { control: 'entries' }),
  password: field(zSealed, { sealed: true }),
  key: field(z.string(), { secret: true }),
  typed: field(z.string(), { control: 'password' }),
  loud: field(z.string(), { draft: false }),
};
const models = Object.entries(fields).map(([name, one]) => controlModel(name, one));

function shelf() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
}

test('only what was changed is kept, and what was emptied stays empty', () => {
  expect(worthKeeping(models, { name: 'a', on: 1 }, { name: 'b', on: 1 })).toEqual({
    values: { name: 'b' },
    emptied: [],
    start: { name: 'a' },
  });
  expect(worthKeeping(models, { name: 'a', on: 1 }, { name: 'a', on: undefined })).toEqual({
    values: {},
    emptied: ['on'],
    start: { on: 1 },
  });
  expect(worthKeeping(models, { name: 'a' }, { name: 'a' })).toBeUndefined();
});

test('no password, key or file is ever written down, wherever it was typed', () => {
  const secret = 'hunter2-hunter2';
  const place = fc.constantFrom('password', 'key', 'typed', 'loud');
  const inner = fc.constantFrom('password', 'share_password', 'passcode', 'apiSecret', 'token', 'totp');
  fc.assert(
    fc.property(place, inner, fc.string(), (name, hidden, text) => {
      const entries = [{ text, more: { [hidden]: secret } }];
      const worth = worthKeeping(models, {}, { name: 'kept', [name]: secret, entries });
      expect(worth).toEqual({ values: { name: 'kept' }, emptied: [], start: {} });
    }),
  );
  const files = { name: 'kept', entries: [{ file: new File(['x'], 'x.png') }] };
  expect(worthKeeping(models, {}, files)?.values).toEqual({ name: 'kept' });
  const picture = { name: 'kept', entries: [{ file: 'data:image/png;base64,AAAA' }] };
  expect(worthKeeping(models, {}, picture)?.values).toEqual({ name: 'kept' });
});

test('each form has its own, until it is dropped or the person leaves', () => {
  const storage = shelf();
  storage.setItem('waypost.other', '1');
  const work = { values: { name: 'b' }, emptied: [], start: {}, version: 3, at: 5 };
  keepWork('one', work, storage);
  keepWork('two', work, storage);
  expect([findWork('one', storage), findWork('none', storage)]).toEqual([work, undefined]);
  dropWork('one', storage);
  expect([findWork('one', storage), findWork('two', storage)]).toEqual([undefined, work]);
  forgetKeptWork({ shelf: storage });
  expect([storage.length, storage.getItem('waypost.other')]).toEqual([1, '1']);
});

test('what a guest has left is forgotten without anybody else’s', () => {
  const storage = shelf();
  const work = { values: { name: 'b' }, emptied: [], start: {}, at: 5 };
  const at = { pathname: '/report_abuse', search: '' };
  const form = { resource: { name: 'qr.report' }, mode: 'create' } as const;
  const guest = workPlace({ ...at, account: GUEST }, form);
  const own = workPlace({ ...at, account: `${GUEST}s` }, form);
  for (const place of [guest, own]) keepWork(place, work, storage);
  forgetKeptWork({ account: GUEST, shelf: storage });
  expect([findWork(guest, storage), findWork(own, storage)]).toEqual([undefined, work]);
});

test('what is too large, or was not written by us, is as if nothing had been kept', () => {
  const storage = shelf();
  keepWork('one', { values: { name: 'x'.repeat(300_000) }, emptied: [], start: {}, at: 1 }, storage);
  expect(storage.length).toBe(0);
  for (const text of ['', 'null', '{}', '{"at":"x"}', '[1]']) {
    storage.setItem('waypost.kept_work.one', text);
    expect(findWork('one', storage)).toBeUndefined();
  }
  const full = {
    ...shelf(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(() => keepWork('one', { values: {}, emptied: [], start: {}, at: 1 }, full)).not.toThrow();
});

test('what came back is never sent over what somebody else saved meanwhile without being asked', () => {
  const places = ['name', 'on'] as const;
  const row = fc.record({ name: fc.constantFrom('a', 'b', 'c'), on: fc.constantFrom(0, 1) });
  fc.assert(
    fc.property(row, row, row, fc.constantFrom(3, 4), (then, mine, theirs, version) => {
      const worth = worthKeeping(models, then, mine);
      if (!worth) return;
      const now = version === 3 ? then : theirs;
      const resumed = resume({ ...worth, version: 3, at: 1 }, { models, now, version });
      const both = places.filter(
        (name) =>
          !isSame(then[name], mine[name]) && !isSame(then[name], now[name]) && !isSame(mine[name], now[name]),
      );
      expect(resumed.isChanged).toBe(version === 4);
      expect(resumed.differences.map(({ field }) => field).sort()).toEqual([...both].sort());
      // The server says of each field that was sent and is not as it was sent what is there now.
      const sent = ['name', 'on'].filter((name) => !isSame(resumed.start[name], resumed.values[name]));
      const changed = sent
        .filter((name) => !isSame(resumed.values[name], (now as Record<string, unknown>)[name]))
        .map((field) => ({
          field,
          sent: resumed.values[field],
          current: (now as Record<string, unknown>)[field],
        }));
      const refused = readStale(
        { row: now, changed },
        { mine: resumed.values, start: resumed.start, models },
      );
      expect(refused?.differences.map(({ field }) => field).sort()).toEqual([...both].sort());
      // What only the others changed stands in the form as theirs, and is not sent.
      for (const name of ['name', 'on'] as const)
        if (isSame(then[name], mine[name])) expect(resumed.values[name]).toEqual(now[name]);
    }),
  );
});

test('a beginning that may not be written down counts as changed, not as what is there now', () => {
  const work = { values: { entries: [{ text: 'b' }] }, emptied: [], start: {}, version: 3, at: 1 };
  const now = { entries: [{ text: 'a' }] };
  const resumed = resume(work, { models, now, version: 4 });
  expect([resumed.start, resumed.differences.length]).toEqual([{ entries: undefined }, 1]);
  expect(resume(work, { models, now, version: 3 }).differences).toEqual([]);
  expect(resume({ ...work, values: { gone: 1 } }, { models, now, version: 3 }).values).toEqual(now);
});
