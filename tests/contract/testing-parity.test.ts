import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { cases } from '../plugins/every-method/cases/index.ts';
import { plugin } from '../plugins/every-method/server.ts';
import partFriend from '../plugins/part-friend/plugin.json' with { type: 'json' };
import { plugin as friend } from '../plugins/part-friend/server.ts';

let t: TestPlugin;
let admin: Person;
beforeAll(async () => {
  t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '../plugins/every-method'),
    others: [{ plugin: friend, manifest: partFriend }],
  });
  admin = await t.person('admin', { role: 'super' });
});
afterAll(async () => t?.dispose());

/** What is asked for by another hand than the plugin's: jobs run when a test says so, and hashes cost nothing. */
const OTHERWISE: Readonly<Record<string, unknown>> = { 'passwords.hash': '$argon2id$v=19$m=8' };

describe('the context of a test answers as the product does:', () => {
  for (const [method, one] of Object.entries(cases)) {
    if ('absent' in one && method !== 'unseal') continue;
    test(method, async () => {
      const place = { area: 'every_method', call: 'try', field: 'secret' };
      const secret = method === 'unseal' ? { secret: await t.seal('correct horse', place) } : {};
      const answer = t.call('every_method/try', { method, ...secret }, { as: admin });
      if (method === 'jobs.now') {
        while (t.jobs.waiting().length === 0) await Bun.sleep(1);
        await t.jobs.runWaiting();
      }
      expect(await answer).toEqual((OTHERWISE[method] ?? (one as { expected: unknown }).expected) as never);
    });
  }
});
