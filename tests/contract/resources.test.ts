import { beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from '@waypost/contract';
import { createConnection } from 'mongoose';
import { parseEnvironment, storeUri } from '../../runtime/process/environment.ts';
import { type Api, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, shareSystem } from './harness.ts';

interface Note {
  id: string;
  version: number;
  title: string;
  slug: string;
  kind: string;
  size: number;
  due_time: string | null;
  shouted: string;
  touched: number;
  owner: string;
  remove_time: string | null;
  create_time: string;
  update_time: string;
}
interface Failure {
  code: string;
  errors: { path: string; message: string }[];
  content: { row: Note; changed: { field: string; sent: unknown; current: unknown }[] };
}

let system: System;
let api: Api;
let count = 0;

beforeAll(async () => {
  system = await shareSystem();
  api = await signIn(system.origin, ADMINISTRATOR);
}, 180_000);

/** Adds a note and answers it as `details` does. */
async function add(fields: Record<string, unknown> = {}): Promise<Note> {
  count += 1;
  const made = await api.call<{ id: string; slug: string }>('good_note/add', {
    title: `Note ${count}`,
    slug: `slug-${count}`,
    ...fields,
  });
  return details(made.content.id);
}
const details = async (id: string) => (await api.call<Note>('good_note/details', { id })).content;
const list = async (query: Record<string, unknown>, call = 'inquire') =>
  (await api.call<Page<Note>>(`good_note/${call}`, query)).content;
const failure = async (path: string, body: unknown) => {
  const answer = await api.call(path, body);
  return { ...(answer.body as unknown as Failure), status: answer.status };
};

describe('a row', () => {
  test('is answered with string ids, ISO times, joined fields and no secret', async () => {
    const note = await add({ title: 'shout', pin: '1234', due_time: '2030-01-02T03:04:05Z' });
    expect(note).toMatchObject({
      version: 1,
      kind: 'plain',
      size: 0,
      shouted: 'SHOUT',
      touched: 0,
      remove_time: null,
    });
    expect(note.id).toMatch(/^[0-9a-f]{24}$/);
    expect(note.due_time).toBe('2030-01-02T03:04:05.000Z');
    expect(note).not.toHaveProperty('pin');
    expect(note).not.toHaveProperty('_id');
  });

  test('an update counts the version up and changes only what was sent', async () => {
    const note = await add({ size: 7 });
    const answer = await api.call('good_note/update', { id: note.id, version: 1, title: 'renamed' });
    expect(answer.content).toEqual({ id: note.id, version: 2 });
    expect(await details(note.id)).toMatchObject({ title: 'renamed', size: 7, version: 2, slug: note.slug });
  });

  test('two people editing: the second is told what changed and nothing is lost', async () => {
    const note = await add();
    await api.call('good_note/update', { id: note.id, version: 1, title: 'first', size: 3 });
    const refused = await failure('good_note/update', { id: note.id, version: 1, title: 'second', size: 3 });
    expect([refused.status, refused.code]).toEqual([409, 'stale_version']);
    expect(refused.content.row).toMatchObject({ id: note.id, title: 'first', version: 2 });
    expect(refused.content.changed).toEqual([{ field: 'title', sent: 'second', current: 'first' }]);
    expect(await details(note.id)).toMatchObject({ title: 'first' });
  });

  test('of 8 updates of one version at once exactly one is written', async () => {
    const note = await add();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        api.call('good_note/update', { id: note.id, version: 1, size: index + 1 }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect((await details(note.id)).version).toBe(2);
  });

  test('a missing version is 422 at its path', async () => {
    const note = await add();
    const refused = await failure('good_note/update', { id: note.id, title: 'x' });
    expect([refused.status, refused.errors[0]?.path]).toEqual([422, 'version']);
  });

  test('fields that callers may not write are unknown to them', async () => {
    const refused = await failure('good_note/add', {
      title: 'x',
      slug: 'mass',
      touched: 9,
      owner: 'x',
      version: 5,
    });
    expect(refused.status).toBe(422);
    expect(refused.errors.map((issue) => issue.path).sort()).toEqual(['owner', 'touched', 'version']);
  });

  test('a broken rule is 422 at the path of the rule, in words, at creation and at change', async () => {
    const refused = await failure('good_note/add', { title: 'x', slug: 'rule', kind: 'urgent' });
    expect(refused.errors).toEqual([{ path: 'due_time', message: 'An urgent note needs a time.' }]);
    const note = await add();
    expect((await failure('good_note/update', { id: note.id, version: 1, kind: 'urgent' })).status).toBe(422);
    expect((await details(note.id)).version).toBe(1);
  });

  test('a taken value is 409 at its field', async () => {
    const note = await add();
    const refused = await failure('good_note/add', { title: 'x', slug: note.slug });
    expect([refused.status, refused.code, refused.errors[0]?.path]).toEqual([409, 'duplicate', 'slug']);
    const other = await add();
    const moved = await failure('good_note/update', { id: other.id, version: 1, slug: note.slug });
    expect([moved.status, moved.code]).toEqual([409, 'duplicate']);
  });

  test('a write that is refused in its last hook leaves nothing behind', async () => {
    const refused = await failure('good_note/add', { title: 'refuse me', slug: 'refused' });
    expect(refused.status).toBe(500);
    expect((await list({ slug: 'refused' })).count).toBe(0);
    const note = await add();
    await api.call('good_note/update', { id: note.id, version: 1, title: 'refuse me' });
    expect(await details(note.id)).toMatchObject({ version: 1, title: note.title });
  });

  test('an action gets the row and its checked body', async () => {
    const note = await add();
    expect((await api.call('good_note/touch', { id: note.id, by: 4 })).content).toEqual({ touched: 4 });
    expect((await details(note.id)).touched).toBe(4);
    expect((await failure('good_note/touch', { id: note.id, by: 99 })).errors[0]?.path).toBe('by');
  });

  test.each([['good_note/details'], ['good_note/remove'], ['good_note/update_remove']])(
    '%s of a row that is not there is 404',
    async (path) => {
      const answer = await failure(path, { id: 'f'.repeat(24) });
      expect([answer.status, answer.code]).toEqual([404, 'not_found']);
    },
  );
});

describe('the audit log', () => {
  test('has every change with who, from where, before and after, and no secret', async () => {
    const note = await add({ title: 'audited', pin: 'planted-secret' });
    await api.call('good_note/update', { id: note.id, version: 1, title: 'changed' });
    await api.call('good_note/touch', { id: note.id, by: 2 });
    await api.call('good_note/remove', { id: note.id });
    const connection = createConnection();
    await connection.openUri(storeUri(parseEnvironment({ ...process.env, DATA_DIR: system.dataDirectory })));
    const entries = await connection
      .collection('system_audit_log')
      .find({ target: note.id })
      .sort({ seq: 1 })
      .toArray();
    await connection.close();
    expect(entries.map((entry) => entry.type)).toEqual(
      ['add', 'update', 'touch', 'remove'].map((call) => `good.note.${call}`),
    );
    const text = JSON.stringify(entries);
    expect(text).toContain('audited');
    expect(text).toContain('changed');
    expect(text).toContain('127.0.0.1');
    expect(text).not.toContain('planted-secret');
  });
});

describe('the bin', () => {
  test('keeps a row out of lists, gives it back unchanged, and lets it go for good', async () => {
    const note = await add({ title: 'binned' });
    await api.call('good_note/update_remove', { id: note.id });
    expect((await list({ slug: note.slug })).count).toBe(0);
    expect((await list({ slug: note.slug }, 'bin')).content[0]?.remove_time).toBeString();
    expect((await failure('good_note/update', { id: note.id, version: 2, title: 'x' })).status).toBe(404);
    await api.call('good_note/update_remove', { id: note.id, remove: 1 });
    expect((await list({ slug: note.slug })).content[0]).toMatchObject({
      title: 'binned',
      remove_time: null,
    });
    expect((await api.call('good_note/remove', { id: note.id })).content).toBeNull();
    expect((await failure('good_note/details', { id: note.id })).status).toBe(404);
  });
});

describe('lists', () => {
  beforeAll(async () => {
    await add({ title: 'Alpha (a+)+$', slug: 'list-a', size: 1, kind: 'plain' });
    await add({
      title: 'beta .*',
      slug: 'list-b',
      size: 2,
      due_time: '2031-01-01T00:00:00Z',
      kind: 'urgent',
    });
    await add({
      title: 'ALPHA two',
      slug: 'list-c',
      size: 3,
      due_time: '2032-01-01T00:00:00Z',
      kind: 'urgent',
    });
  });
  const slugs = async (query: Record<string, unknown>) =>
    (await list({ page_size: 200, ...query })).content
      .map((note) => note.slug)
      .filter((slug) => slug.startsWith('list-'))
      .sort();

  test('texts are searched as literals, in any case', async () => {
    expect(await slugs({ title: 'alpha' })).toEqual(['list-a', 'list-c']);
    expect(await slugs({ title: '(A+)+$' })).toEqual(['list-a']);
    expect(await slugs({ search: '.*' })).toEqual(['list-b']);
    expect(await slugs({ title: '^alpha' })).toEqual([]);
  });

  test('narrow by equality, by several values and by ranges of numbers and times', async () => {
    expect(await slugs({ slug: 'list-b' })).toEqual(['list-b']);
    expect(await slugs({ kind: ['urgent'] })).toEqual(['list-b', 'list-c']);
    expect(await slugs({ size_from: 2, size_to: 2 })).toEqual(['list-b']);
    expect(await slugs({ due_time_from: '2031-06-01T00:00:00Z' })).toEqual(['list-c']);
    expect(await slugs({ create_time_to: '2001-01-01T00:00:00Z' })).toEqual([]);
  });

  test('sort and page without repeating or losing a row', async () => {
    const all = await list({ page_size: 200, sort_field: 'size', sort_order: 'desc' });
    const sizes = all.content.map((note) => note.size);
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
    const seen: string[] = [];
    for (let page = 1; seen.length < all.count; page += 1) {
      const part = await list({ page, page_size: 4, sort_field: 'size', sort_order: 'desc' });
      expect(part).toMatchObject({ page, page_size: 4, count: all.count });
      seen.push(...part.content.map((note) => note.id));
    }
    expect(seen).toEqual(all.content.map((note) => note.id));
  });

  test.each([
    [{ page_size: 201 }, 'page_size'],
    [{ page: 0 }, 'page'],
    [{ sort_field: 'pin' }, 'sort_field'],
    [{ title: { $regex: '.*' } }, 'title'],
    [{ pin: '1234' }, 'pin'],
    [{ $where: 'sleep(1000)' }, '$where'],
  ])('the query %j is 422 at %s', async (query, path) => {
    const refused = await failure('good_note/inquire', query);
    expect([refused.status, refused.errors[0]?.path]).toEqual([422, path]);
  });
});
