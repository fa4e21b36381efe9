import { expect, test } from 'bun:test';
import { codeOf, field, YesNo, zSealed } from '@waypost/contract';
import fc from 'fast-check';
import { z } from 'zod';
import { controlModel } from './control-model.ts';
import { dropWork, findWork, forgetKeptWork, keepWork, worthKeeping } from './kept-work.ts';

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
  forgetKeptWork(storage);
  expect([storage.length, storage.getItem('waypost.other')]).toEqual([1, '1']);
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
