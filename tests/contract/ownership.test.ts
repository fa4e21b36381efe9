import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from '@waypost/contract';
import { CallRefused, type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { plugin } from '../plugins/good/server.ts';

interface Note {
  id: string;
  version: number;
  title: string;
  owner: string;
}

let t: TestPlugin;
let root: Person;
let anna: Person;
let ben: Person;
let note: Note;

const call = <T>(as: Person, path: string, body: object): Promise<T> => t.call<T>(path, body, { as });

beforeAll(async () => {
  t = await testPlugin(plugin, { folder: join(import.meta.dir, '../plugins/good') });
  root = await t.person('admin', { role: 'super' });
  anna = await t.person('anna');
  ben = await t.person('ben');
  const { id } = await call<{ id: string }>(anna, 'good_note/add', { title: "Anna's", slug: 'annas' });
  note = await call<Note>(anna, 'good_note/details', { id });
});
afterAll(() => t?.dispose());

const refusal = async (as: Person, path: string, body: object) => {
  const refused = await call(as, path, body).catch((error: unknown) => error);
  return refused instanceof CallRefused ? [path, refused.status, refused.code] : [path, refused];
};

describe('what belongs to somebody else', () => {
  test('is not found by id, whatever one tries with it, and stays as it is', async () => {
    const { id, version } = note;
    for (const [path, body] of [
      ['good_note/details', { id }],
      ['good_note/update', { id, version, title: 'stolen' }],
      ['good_note/update_remove', { id }],
      ['good_note/remove', { id }],
      ['good_note/touch', { id, by: 1 }],
    ] as const)
      expect(await refusal(ben, path, body)).toEqual([path, 404, 'not_found']);
    expect(await call<Note>(anna, 'good_note/details', { id })).toEqual(note);
  });

  test('is in no list of others, not even when its owner is asked for', async () => {
    for (const [list, query] of [
      ['inquire', {}],
      ['inquire', { owner: note.owner }],
      ['user_inquire', {}],
      ['user_inquire', { owner: note.owner }],
      ['inquire', { search: 'Anna' }],
    ] as const) {
      const found = await call<Page<Note>>(ben, `good_note/${list}`, query);
      expect([list, query, found.count]).toEqual([list, query, 0]);
    }
    expect((await call<Page<Note>>(anna, 'good_note/user_inquire', {})).content).toHaveLength(1);
  });

  test('is seen by who may read all, under inquire only', async () => {
    expect((await call<Page<Note>>(root, 'good_note/inquire', {})).content[0]?.id).toBe(note.id);
    expect((await call<Page<Note>>(root, 'good_note/user_inquire', {})).count).toBe(0);
  });
});

describe('what a role does not allow', () => {
  test('is 403, before anything is said of the body', async () => {
    for (const path of ['good_call/guarded', 'good_colour/add', 'good_colour/inquire'])
      expect(await refusal(anna, path, { nonsense: 1 })).toEqual([path, 403, 'forbidden']);
  });
});
