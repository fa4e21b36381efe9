import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Operation, OperationStatus } from '@waypost/contract';
import type { Connection } from 'mongoose';
import { type Api, apiOf, seal } from '../api.ts';
import { ADMINISTRATOR, type System, until } from './harness.ts';
import { openPlace } from './place.ts';
import { openChannel } from './realtime-client.ts';

/** What an author relies on: a plugin does the same in the server's process and in one of its own. */
const LIMIT_MS = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'waypost-places-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const isOutside of [false, true]) {
  describe(isOutside ? 'in a process of its own' : "in the server's process", () => {
    let system: System;
    let admin: Api;
    let guest: Api;
    let connection: Connection;

    beforeAll(async () => {
      ({ system, admin, connection } = await openPlace(folder, isOutside, 'every-part'));
      guest = apiOf(system.origin);
    }, LIMIT_MS);
    afterAll(async () => {
      await connection?.close();
      await system?.stop();
    }, LIMIT_MS);

    const content = async <T>(api: Api, call: string, body: unknown = {}): Promise<T> =>
      (await api.call<T>(`every_part/${call}`, body)).content;
    const explain = () => system.runtime.output().split('\n').slice(-20).join('\n').slice(0, 8_000);

    test(
      'it gives services and uses those of others, whose refusals keep their code',
      async () => {
        expect(await content<unknown>(guest, 'books', { name: 'sea' })).toEqual({ title: 'The sea' });
        const missing = await guest.call('every_part/books', { name: 'missing' });
        expect([missing.status, (missing.body as { code?: string }).code]).toEqual([
          404,
          'part-friend.unknown_book',
        ]);
        expect((await guest.call('part_friend/ask', { a: 2, b: 3 })).content).toEqual({ sum: 5 });
      },
      LIMIT_MS,
    );

    test(
      'a service of a version that it did not ask for is none, and one without a version is a fault of its own',
      async () => {
        expect(await content<unknown>(guest, 'books', { name: 'newer' })).toBeNull();
        expect((await guest.call('every_part/books', { name: 'undeclared' })).status).toBe(500);
        await until(() => system.runtime.output().includes('say which versions fit'), explain);
      },
      LIMIT_MS,
    );

    test(
      'it hears events and tells its own',
      async () => {
        await guest.call('part_friend/ask', { a: 7, b: 8 });
        expect(await content<unknown[]>(guest, 'heard')).toContainEqual({ a: 7, b: 8 });
        await content(guest, 'tell', { text: 'news' });
        expect((await guest.call<unknown[]>('part_friend/said')).content).toContainEqual({ text: 'news' });
      },
      LIMIT_MS,
    );

    test(
      'browsers follow its topic, and only for the audience that it names',
      async () => {
        const channel = await openChannel(system.origin);
        channel.logIn(admin.token ?? '');
        await channel.next(({ type }) => type === 1, 30_000);
        channel.say({ type: 6, content: { topic: 'every-part.news:other' } });
        expect((await channel.next(({ type }) => type === 1, 30_000)).status).toBe(false);
        channel.say({ type: 6, content: { topic: 'every-part.news' } });
        expect((await channel.next(({ type }) => type === 1, 30_000)).status).toBe(true);
        await until(async () => (await content<string[]>(guest, 'watchers')).length === 1, explain);
        await content(admin, 'publish', { text: 'fresh' });
        const said = await channel.next(({ type }) => type === 4, 30_000);
        expect(said.content).toMatchObject({ topic: 'every-part.news', data: { text: 'fresh' } });
        channel.close();
        await until(async () => (await content<string[]>(guest, 'watchers')).length === 0, explain);
      },
      LIMIT_MS,
    );

    test(
      'what it does is in the audit log with who asked for it',
      async () => {
        await content(admin, 'note', { text: 'kept' });
        const entries = await connection
          .collection('system_audit_log')
          .find({ type: 'every-part.thing.note' })
          .toArray();
        expect(entries).toHaveLength(1);
        expect(JSON.stringify(entries[0])).toContain('kept');
        expect(entries[0]?.plugin).toBe('every-part');
        const me = await connection.collection('system_account').findOne({ account: ADMINISTRATOR.account });
        expect(JSON.stringify(entries[0])).toContain(String(me?._id));
      },
      LIMIT_MS,
    );

    test(
      'a row that it adds where nobody called `add` is one as others are: version, times, owner, defaults, audit',
      async () => {
        const owner = String(
          (await connection.collection('system_account').findOne({ account: ADMINISTRATOR.account }))?._id,
        );
        const seen = '2026-01-02T03:04:05.000Z';
        const { id } = await content<{ id: string }>(guest, 'add_thing', { text: 'found', owner, seen });
        const { content: row } = await admin.call('every_part_thing/details', { id });
        expect(row).toEqual({
          id,
          version: 1,
          owner,
          text: 'found',
          seen,
          state: 'new',
          create_time: expect.any(String),
          update_time: expect.any(String),
        });
        const kept = await connection.collection('every_part_thing').findOne({ _id: id as never });
        expect(kept?.seen).toEqual(new Date(seen));
        expect(kept?.pin).toBe('1234');
        const told = await connection
          .collection('system_audit_log')
          .find({ type: 'every-part.thing.add', target: id })
          .toArray();
        expect(told).toHaveLength(1);
        expect(JSON.stringify(told)).toContain('found');
        expect(JSON.stringify(told)).not.toContain('1234');
      },
      LIMIT_MS,
    );

    test(
      'it opens what was sealed for it, once',
      async () => {
        const secret = await seal(admin, 'correct horse', 'every_part', 'open', 'secret');
        expect(await content<unknown>(admin, 'open', { secret })).toEqual({ length: 13 });
        expect((await admin.call('every_part/open', { secret })).status).toBe(422);
      },
      LIMIT_MS,
    );

    test(
      'its own passwords are hashed as those of accounts are, and its call takes no more than it declares',
      async () => {
        const right = { password: 'correct horse', given: 'correct horse' };
        expect(await content<unknown>(guest, 'keep_password', right)).toMatchObject({
          hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,/),
          isRight: true,
          isNobodys: false,
        });
        const wrong = { ...right, given: 'wrong horse' };
        expect(await content<unknown>(guest, 'keep_password', wrong)).toMatchObject({ isRight: false });
        const long = await guest.call('every_part/keep_password', { ...right, given: 'x'.repeat(300) });
        expect([long.status, long.body]).toMatchObject([413, { code: 'body_too_large' }]);
      },
      LIMIT_MS,
    );

    test(
      'it knows who calls, and asks for more about them',
      async () => {
        expect(await content<unknown>(admin, 'who')).toEqual({
          profile: ADMINISTRATOR.account,
          roles: 4,
          via: 'session',
          isSuper: true,
        });
        expect((await guest.call('every_part/who')).status).toBe(401);
        expect(await content<unknown>(guest, 'words')).toMatchObject({
          locale: 'en-US',
          address: '127.0.0.1',
          own: 'Hello you',
          servers: 'Done',
          nobodys: 'nobody.has.this',
          zone: 'Asia/Shanghai',
          version: '1.0.0',
        });
      },
      LIMIT_MS,
    );

    test(
      'it sees the public address and the time zone of this moment, also after they were changed',
      async () => {
        const words = () => content<{ home: string; zone: string }>(guest, 'words');
        expect((await words()).home).toBe(system.origin);
        const { version } = (await admin.call<{ version: number }>('configuration/inquire')).content;
        await admin.call('configuration/update', { version, public_url: 'https://one.waypost-shop.com' });
        await admin.call('configuration/time_zone', { time_zone: 'Africa/Nairobi' });
        await until(async () => {
          const { home, zone } = await words();
          return home === 'https://one.waypost-shop.com' && zone === 'Africa/Nairobi';
        }, explain);
      },
      LIMIT_MS,
    );

    test(
      'links are visited as soon as its transaction is committed, and never when it is not',
      async () => {
        const visit = async (code: string) =>
          (await fetch(`${system.origin}/${code}`, { redirect: 'manual' })).status;
        const id = 'a'.repeat(24);
        const link = { id, code: 'everypart', url: 'https://example.com/one' };
        expect((await admin.call('every_part/link', { ...link, fail: true })).status).toBe(500);
        expect(await visit('everypart')).toBe(404);
        await content(admin, 'link', link);
        expect(await visit('everypart')).toBe(302);
        // Nobody folds here: what counts is that the figures come.
        expect(await content<{ today: string }>(guest, 'figures', { link: id })).toMatchObject({
          today: 'number',
        });
        const kept = { id, code: link.code };
        expect(await content<unknown>(admin, 'retire', kept)).toEqual({ isReserved: false });
        expect(await visit('everypart')).toBe(410);
        const stranger = { ...link, id: 'b'.repeat(24) };
        expect((await admin.call('every_part/link', stranger)).status).toBe(409);
        await content(admin, 'unlink', { id });
        expect(await visit('everypart')).toBe(404);
      },
      LIMIT_MS,
    );

    test(
      'a call that it registers later is there, and gone when it takes it back',
      async () => {
        const status = async () => (await guest.call('every_part/grown')).status;
        expect(await status()).toBe(404);
        await content(guest, 'grow', { isOn: true });
        await until(async () => (await status()) === 200, explain);
        await content(guest, 'grow', { isOn: false });
        await until(async () => (await status()) === 404, explain);
      },
      LIMIT_MS,
    );

    test(
      'it reads what was granted of others and writes none of it',
      async () => {
        await content(guest, 'books', { name: 'river' });
        const { names, written } = await content<{ names: string[]; written: boolean }>(guest, 'library');
        expect(names).toContain('river');
        expect(written).toBe(false);
      },
      LIMIT_MS,
    );

    test(
      'it sends requests to no host that was not granted',
      async () => {
        expect(await content<string>(guest, 'reach', { url: `${system.origin}/healthz` })).toContain(
          'may not send requests',
        );
      },
      LIMIT_MS,
    );

    test(
      'long work goes on after its call, with its progress and its file',
      async () => {
        const started = await admin.call<{ id: string }>('every_part/count', { to: 3 });
        expect(started.status).toBe(202);
        const { id } = started.content;
        const state = async () => {
          const asked = await admin.call<{ operations: Operation[] }>('async_operations/progress', {
            ids: [id],
          });
          return asked.content.operations[0];
        };
        await until(async () => (await state())?.status === OperationStatus.completed, explain, 60_000);
        const file = await fetch(`${system.origin}/api/async_operations/download`, {
          method: 'POST',
          headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ id }),
        });
        expect(await file.text()).toBe('Hello 1\nHello 2\nHello 3\n');
        expect((await admin.call('every_part/count', { to: 0 })).status).toBe(500);
      },
      LIMIT_MS,
    );

    test(
      'work for a client that went away is told so',
      async () => {
        const control = new AbortController();
        const gone = fetch(`${system.origin}/api/every_part/wait`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
          signal: control.signal,
        }).catch(() => undefined);
        await until(async () => (await guest.call('every_part/waited')).status === 200, explain);
        await Bun.sleep(200);
        control.abort();
        await gone;
        await until(async () => (await content<number>(guest, 'waited')) === 1, explain);
      },
      LIMIT_MS,
    );

    test(
      'its calls are described, with their bodies',
      async () => {
        const document = (await (await fetch(`${system.origin}/api/openapi.json`)).json()) as {
          paths: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
        };
        const { schema } =
          document.paths['/api/every_part/tell']?.post.requestBody.content['application/json'] ?? {};
        expect(schema).toMatchObject({
          type: 'object',
          required: ['text'],
          properties: { text: { type: 'string' } },
        });
      },
      LIMIT_MS,
    );

    test(
      'switched off it says goodbye, and everything of it is gone',
      async () => {
        await connection
          .collection<{ _id: string }>('plugin_states')
          .updateOne({ _id: 'every-part' }, { $set: { enabled: false } }, { upsert: true });
        await until(async () => (await guest.call('every_part/words')).status === 404, explain);
        await until(() => system.runtime.output().includes('every part says goodbye'), explain);
        expect((await guest.call('part_friend/ask', { a: 1, b: 1 })).content).toBeNull();
      },
      LIMIT_MS,
    );
  });
}
