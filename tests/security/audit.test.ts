import { beforeAll, describe, expect, test } from 'bun:test';
import { seal } from '../api.ts';
import { runCommand } from '../command-line.ts';
import { addCode, openWorld, until, type World, withStore } from './world.ts';

interface Entry {
  seq: number;
  type: string;
  actor: { account: string; via: string } | null;
  ip: string | null;
  request_id: string | null;
  target: string | null;
  before: string | null;
  after: string | null;
}

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

const entriesOf = (target: string) =>
  withStore(world.product, async (database) => {
    const found = await database.collection('system_audit_log').find({ target }).sort({ seq: 1 }).toArray();
    return found as unknown as Entry[];
  });
/** The verbs of a target's entries, once there are as many as expected: they are written behind the answer. */
const verbsOf = async (target: string, expected: string[]) =>
  (
    await until(
      () => entriesOf(target),
      (entries) => entries.length >= expected.length,
    )
  ).map(({ type }) => type.slice(type.lastIndexOf('.') + 1));

describe('Audit 16.3.3, 16.4.1: whoever turned a link round would leave no trace', () => {
  const address = { 'x-forwarded-for': '198.51.100.77', 'x-request-id': 'audit-test-1' };

  test('each change of a code says who, from where, before and after; a refused one says nothing', async () => {
    const { id } = await addCode(world.anna, { name: 'Line\nbreak\r\n{"fake":1}' });
    const { anna } = world;
    await anna.call('qr_code_list/update', { id, version: 1, name: 'Second' }, address);
    await anna.call('qr_code_list/update', { id, version: 1, name: 'Stale' }, address);
    await anna.call('qr_code_list/update_url', { id, targets: [{ url: 'https://next.example/' }] }, address);
    await anna.call('qr_code_list/batch_update', { ids: [id], state: 'off' }, address);
    await world.ben.call('qr_code_list/update_url', { id, targets: [{ url: 'https://evil.example/' }] });
    await anna.call('qr_code_list/update_remove', { id }, address);
    await anna.call('qr_code_list/remove', { id }, address);
    const expected = ['add', 'update', 'update', 'update', 'update_remove', 'remove'];
    expect(await verbsOf(id, expected)).toEqual(expected);
    const [added, , turned, , , removed] = (await entriesOf(id)) as [
      Entry,
      Entry,
      Entry,
      Entry,
      Entry,
      Entry,
    ];
    expect(turned).toMatchObject({
      actor: { account: 'anna.security', via: 'session' },
      ip: '198.51.100.77',
      request_id: 'audit-test-1',
    });
    expect(turned.before).toContain('https://example.com/');
    expect(turned.after).toContain('https://next.example/');
    expect(removed.before).toContain('Second');
    // One entry is one line, whatever a name holds.
    expect(added.after).toContain('Line\\nbreak\\r\\n');
    expect(added.after).not.toMatch(/[\r\n]/);
  });

  test('what is done with accounts stands there without any secret of theirs', async () => {
    const { root } = world;
    const password = await seal(root, 'Audited123', 'administrator', 'add', 'password');
    const { id } = (
      await root.call<{ id: string }>('administrator/add', { account: 'audited.person', password })
    ).content;
    await root.call('administrator/update', { id, version: 1, phone: '+1 555' }, address);
    await root.call('administrator/disable', { id }, address);
    await root.call('administrator/enable', { id }, address);
    const reset = await root.call<{ password: string }>('administrator/reset_password', { id }, address);
    await root.call('administrator/remove', { id }, address);
    const expected = ['add', 'update', 'disable', 'enable', 'reset_password', 'remove'];
    expect(await verbsOf(id, expected)).toEqual(expected);
    const text = JSON.stringify(await entriesOf(id));
    expect(text).not.toMatch(/argon2|Audited123/);
    expect(text).not.toContain(reset.content.password);
    const disabled = (await entriesOf(id))[2];
    expect(disabled).toMatchObject({ actor: { account: 'admin' }, ip: '198.51.100.77', target: id });
    expect([disabled?.before, disabled?.after]).toEqual([
      expect.stringContaining('"disabled":1'),
      expect.stringContaining('"disabled":2'),
    ]);
  });

  test('an entry that is edited, taken out or slipped in shows', async () => {
    const verdict = async () => {
      const checks = JSON.parse(
        await runCommand(world.product, ['doctor', '--json']).catch(
          (error: Error) => /\[.*\]/s.exec(error.message)?.[0] ?? '[]',
        ),
      ) as { name: string; ok: boolean }[];
      return checks.find(({ name }) => name === 'audit log')?.ok;
    };
    expect(await verdict()).toBe(true);
    await withStore(world.product, async (database) => {
      const log = database.collection('system_audit_log');
      const entry = await log.findOne({ type: 'qr.code.add' });
      if (entry === null) throw new Error('nothing to edit');
      await log.updateOne({ _id: entry._id }, { $set: { 'actor.account': 'somebody.else' } });
      expect(await verdict()).toBe(false);
      await log.updateOne({ _id: entry._id }, { $set: { actor: entry.actor } });
      expect(await verdict()).toBe(true);
      await log.deleteOne({ _id: entry._id });
      expect(await verdict()).toBe(false);
      await log.insertOne(entry);
      expect(await verdict()).toBe(true);
    });
  }, 180_000);
});
