import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { systemSettings } from '../../plugins/system/settings.ts';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { giveSecondFactor } from '../second-factor.ts';
import { makeRole, operatorWith } from './role-people.ts';
import { openWorld, until, type World, withStore } from './world.ts';

setDefaultTimeout(120_000);
let world: World;
/** A super administrator without a second factor whose login was just now: how a setting that leads out wants it. */
let owner: Api;
beforeAll(async () => {
  world = await openWorld();
  owner = await signIn(world.product.origin, world.product.administrator);
});

/** The call of each page that changes settings, and what its settings begin with. */
const PAGES = {
  backup: 'backup_',
  mail: 'mail_',
  mysql_time_consuming: 'slow_operation_',
  monitor: 'monitor_',
};
const LEADING = new Set([
  ...['host', 'port', 'security', 'user', 'password'].map((name) => `mail_${name}`),
  ...['folder', 's3_endpoint', 's3_region', 's3_key', 's3_secret'].map((name) => `backup_${name}`),
]);

async function versionOf(page: string) {
  const { content } = await world.root.call<{ version?: number; form?: { version: number } }>(
    `${page}/settings`,
  );
  return content.form?.version ?? content.version;
}

/** Puts a setting back to its default, which changes nothing in a new installation. */
const put = async (api: Api, page: string, name: string) =>
  (await api.call(`${page}/change_settings`, { version: await versionOf(page), change: { [name]: null } }))
    .status;

test('whoever may set plugins does not set by it where backups and letters go', async () => {
  const change = { backup_folder: 's3://elsewhere', backup_time: '00:00', mail_host: 'thief.example' };
  for (const who of [world.operator, world.root]) {
    expect((await who.call('plugins/settings', { id: 'system' })).content).toBeNull();
    expect((await who.call('plugins/change_settings', { id: 'system', version: 0, change })).status).toBe(
      404,
    );
  }
  const { content } = await world.root.call<{ form: { values: Record<string, unknown> } }>('backup/settings');
  expect(content.form.values.backup_folder).toBe('');
});

describe('whoever gets at a setting that leads data out has the database and every letter', () => {
  const names = Object.keys(systemSettings.fields);

  test('each setting × each call × each role: by its own page with its right, and what leads out by a super administrator', async () => {
    const rights = ['mail', 'backup', 'slow_operation', 'monitor'].map((noun) => `system.${noun}:update`);
    const role = await makeRole(world.root, 'Office of settings', [...rights, 'system.plugin:update']);
    const { api: office } = await operatorWith(world.product, world.root, {
      account: 'office.settings',
      role,
    });
    for (const [page, prefix] of Object.entries(PAGES)) {
      const own = names.filter((name) => name.startsWith(prefix));
      const foreign = names.find((name) => !name.startsWith(prefix)) ?? '';
      // Before anything of the body is looked at, so that one setting stands for all.
      const [first = ''] = own;
      for (const who of [world.anna, world.agent])
        expect([page, await put(who, page, first)]).toEqual([page, 403]);
      // A default administrator may say what counts as slow.
      expect([page, await put(world.operator, page, first)]).toEqual([
        page,
        page === 'mysql_time_consuming' ? 200 : 403,
      ]);
      for (const who of [office, world.root])
        expect([page, foreign, await put(who, page, foreign)]).toEqual([page, foreign, 422]);
      for (const name of own) {
        const isLeading = LEADING.has(name);
        expect([page, name, await put(office, page, name)]).toEqual([page, name, isLeading ? 403 : 200]);
        if (isLeading) expect([page, name, await put(owner, page, name)]).toEqual([page, name, 200]);
      }
    }
  });

  test('what leads out takes a code by the general call, too, and the log says what was there before', async () => {
    const account = await createAccount(world.product, { account: 'settings.super', role: 'super' });
    const api = await signIn(world.product.origin, account);
    const codeOf = await giveSecondFactor(api, account.password);
    const before = (
      await api.call<{ version: number; values: { rdap_base: string } }>('plugins/settings', { id: 'domain' })
    ).content;
    const change = { rdap_base: 'https://rdap.example/' };
    const body = { id: 'domain', version: before.version, change };
    const refused = await api.call('plugins/change_settings', body);
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'second_factor_required' }]);
    const saved = await api.call<{ version: number }>('plugins/change_settings', body, {
      'x-second-factor': codeOf(1),
    });
    expect(saved.status).toBe(200);
    const last = await until(
      () =>
        withStore(world.product, (database) =>
          database
            .collection<{ before: string; after: string }>('system_audit_log')
            .find({ type: 'system.plugin_setting.update', target: 'domain' })
            .sort({ seq: -1 })
            .limit(1)
            .next(),
        ),
      (entry) => entry !== null,
    );
    expect([last?.before, last?.after].map((text) => JSON.parse(text ?? 'null'))).toEqual([
      { rdap_base: before.values.rdap_base },
      change,
    ]);
    const back = { id: 'domain', version: saved.content.version, change: { rdap_base: null } };
    expect((await owner.call('plugins/change_settings', back)).status).toBe(200);
  });

  test('without a second factor it wants the password: a session that was left open leads nothing out', async () => {
    const account = await createAccount(world.product, { account: 'settings.left', role: 'super' });
    const left = await signIn(world.product.origin, account);
    await withStore(world.product, async (database) => {
      const found = await database.collection('system_account').findOne({ account: account.account });
      await database
        .collection('system_session')
        .updateMany(
          { account: String(found?._id) },
          { $set: { create_time: new Date(Date.now() - 3_600_000) } },
        );
    });
    expect(await put(left, 'mail', 'mail_host')).toBe(403);
    expect(await put(left, 'mysql_time_consuming', 'slow_operation_ms')).not.toBe(403);
    expect(await put(await signIn(world.product.origin, account), 'mail', 'mail_host')).toBe(200);
  });
});
