import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from '@waypost/contract';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { ADMINISTRATOR, type System, startSystem } from './harness.ts';

interface Note {
  id: string;
  version: number;
  title: string;
  owner: string;
}

let system: System;
let root: Api;
let anna: Api;
let ben: Api;
let note: Note;

beforeAll(async () => {
  system = await startSystem();
  root = await signIn(system.origin, ADMINISTRATOR);
  const product = { dataDir: system.dataDirectory } as Product;
  anna = await signIn(system.origin, await createAccount(product, { account: 'anna1', role: 'customer' }));
  ben = await signIn(system.origin, await createAccount(product, { account: 'ben12', role: 'customer' }));
  const made = await anna.call<{ id: string }>('good_note/add', { title: "Anna's", slug: 'annas' });
  note = (await anna.call<Note>('good_note/details', { id: made.content.id })).content;
}, 180_000);
afterAll(() => system?.stop(), 30_000);

const refusal = async (api: Api, path: string, body: unknown) => {
  const answer = await api.call(path, body);
  return [path, answer.status, (answer.body as { code?: string }).code];
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
    expect((await anna.call<Note>('good_note/details', { id })).content).toEqual(note);
  });

  test('is in no list of others, not even when its owner is asked for', async () => {
    for (const [call, query] of [
      ['inquire', {}],
      ['inquire', { owner: note.owner }],
      ['user_inquire', {}],
      ['user_inquire', { owner: note.owner }],
      ['inquire', { search: 'Anna' }],
    ] as const) {
      const list = (await ben.call<Page<Note>>(`good_note/${call}`, query)).content;
      expect([call, query, list.count]).toEqual([call, query, 0]);
    }
    expect((await anna.call<Page<Note>>('good_note/user_inquire', {})).content.content).toHaveLength(1);
  });

  test('is seen by who may read all, under inquire only', async () => {
    expect((await root.call<Page<Note>>('good_note/inquire', {})).content.content[0]).toMatchObject({
      id: note.id,
    });
    expect((await root.call<Page<Note>>('good_note/user_inquire', {})).content.count).toBe(0);
  });
});

describe('what a role does not allow', () => {
  test('is 403, before anything is said of the body', async () => {
    expect(await refusal(anna, 'administrator/inquire', { nonsense: 1 })).toEqual([
      'administrator/inquire',
      403,
      'forbidden',
    ]);
    expect(await refusal(anna, 'good_call/guarded', {})).toEqual(['good_call/guarded', 403, 'forbidden']);
    expect(await refusal(anna, 'good_colour/add', { name: 'red' })).toEqual([
      'good_colour/add',
      403,
      'forbidden',
    ]);
  });
});
