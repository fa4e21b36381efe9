import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runHere } from '../../runtime/command/testing/run-waypost.ts';
import { type BackupDesk, type BackupRow, openBackupDesk } from '../backups.ts';

// Backups as an operator sets them up on the screen, in a running product: made by themselves, tried, pruned, told of.

setDefaultTimeout(240_000);

const root = mkdtempSync(join(tmpdir(), 'waypost-backups-'));
const folder = join(root, 'kept');
let desk: BackupDesk;

beforeAll(async () => {
  desk = await openBackupDesk();
}, 180_000);
afterAll(async () => {
  await desk?.product.stop();
  rmSync(root, { recursive: true, force: true });
}, 60_000);

const archives = () => readdirSync(folder).filter((name) => name.startsWith('waypost-'));
/** Another one by hand; answers its row once it is over. */
async function backUp(): Promise<BackupRow> {
  const { content } = await desk.admin.call<{ id: string }>('backup/run');
  let row: BackupRow | undefined;
  await desk.soon(async () => {
    row = (await desk.rows()).find(({ id }) => id === content.id);
    return row !== undefined && row.state !== 'running';
  });
  return row as BackupRow;
}

describe.skipIf(process.env.MONGODB_URI !== undefined)('backups by themselves', () => {
  test('a folder that will not do is refused at its field, before anything is saved', async () => {
    expect((await desk.admin.call('backup/run')).body).toMatchObject({ code: 'backups_off' });
    const file = join(root, 'a-file');
    writeFileSync(file, '');
    for (const bad of [
      'backups',
      join(desk.product.dataDir, 'backups'),
      desk.product.dataDir,
      join(file, 'x'),
    ])
      expect([bad, (await desk.configure({ backup_folder: bad })).body]).toMatchObject([
        bad,
        { code: 'invalid_input', errors: [{ path: 'backup_folder' }] },
      ]);
    expect((await desk.configure({ mail_host: 'elsewhere.example' })).status).toBe(422);
    expect((await desk.configure({ backup_time: '25:00' })).status).toBe(422);
  });

  test('with a time and a folder the first is made at once and tried, while visits are answered', async () => {
    const code = await desk.admin.call<{ short_code: string }>('qr_code_list/add', {
      name: 'Backed up',
      targets: [{ url: 'https://example.com/' }],
    });
    expect(
      (await desk.configure({ backup_time: '00:00', backup_folder: folder, backup_keep: 2 })).status,
    ).toBe(200);
    const statuses = new Set<number>();
    await desk.soon(async () => {
      const { status } = await fetch(`${desk.product.origin}/${code.content.short_code}`, {
        redirect: 'manual',
      });
      statuses.add(status);
      return (await desk.rows()).some(({ state, drill }) => state === 'done' && drill === 'fine');
    });
    // Each was answered, all the while.
    expect([...statuses]).toEqual([200]);
    expect(await desk.rows()).toHaveLength(1);
    expect(archives()).toEqual([(await desk.rows())[0]?.name ?? '']);
    const { content } = await desk.admin.call<{ health: Record<string, unknown> }>('home_admin/inquire');
    expect(content.health).toMatchObject({ backup: 'recent' });
    expect(content.health.drill_time).not.toBeNull();
    // The command line tries the same one, beside the product that runs.
    const tried = await runHere(desk.product.dataDir, ['backup', 'drill', '--json']);
    expect(JSON.parse(tried.out)).toMatchObject({ ok: true });
  });

  test('older ones go when newer are there; what others have put into the folder stays', async () => {
    writeFileSync(join(folder, 'waypost-mine.tar'), 'of the operator');
    const unpacked = join(folder, 'waypost-20200101T000000Z.tar');
    mkdirSync(unpacked);
    // Names have the second in them.
    for (let count = 0; count < 2; count += 1) {
      await Bun.sleep(1_100);
      expect(await backUp()).toMatchObject({ state: 'done' });
    }
    await desk.soon(async () => (await desk.rows()).filter(({ state }) => state === 'deleted').length === 1);
    expect(archives()).toHaveLength(4);
    for (const others of ['waypost-mine.tar', basename(unpacked)]) expect(archives()).toContain(others);
  });

  test('a day whose backup fails is tried again, and waits for somebody on the Overview until it has worked', async () => {
    const health = async () =>
      (await desk.admin.call<{ health: { backup: string }; needs: { kind: string }[] }>('home_admin/inquire'))
        .content;
    const kinds = async () => (await health()).needs.map(({ kind }) => kind);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    // Today's is made already; at a time of day that has not come yet, yesterday's is due.
    expect((await desk.configure({ backup_time: '23:59' })).status).toBe(200);
    let failed: BackupRow | undefined;
    await desk.soon(async () => {
      failed = (await desk.rows()).find(({ state }) => state === 'failed');
      return failed !== undefined;
    });
    // In words, not by the code of an error of ours.
    expect(failed).toMatchObject({
      attempts: 1,
      next_time: expect.any(String),
      fault: expect.stringMatching(/EEXIST|ENOTDIR/),
    });
    expect(await kinds()).toContain('backup_failed');
    expect((await health()).health.backup).toBe('failed');
    rmSync(folder);
    expect((await desk.configure({ backup_keep: 3 })).status).toBe(200);
    await desk.soon(async () =>
      (await desk.rows()).some(({ id, state }) => id === failed?.id && state === 'done'),
    );
    const again = (await desk.rows()).find(({ id }) => id === failed?.id);
    expect(again).toMatchObject({ attempts: 2, next_time: null, fault: '' });
    expect(await kinds()).not.toContain('backup_failed');
  });

  test('one that cannot be restored, and one that cannot be made, are told to those who run the platform', async () => {
    const [newest] = await desk.rows();
    if (newest === undefined) throw new Error('there is no backup');
    truncateSync(join(folder, newest.name), 5_000);
    await desk.admin.call('backup/drill', { id: newest.id });
    await desk.soon(async () =>
      (await desk.rows()).some(({ id, drill }) => id === newest.id && drill === 'failed'),
    );
    rmSync(folder, { recursive: true });
    // A file in its place: not even root can make a folder there.
    writeFileSync(folder, '');
    expect(await backUp()).toMatchObject({ state: 'failed' });
    // Of a process that works hard meanwhile the monitor tells beside them.
    const titles = async () =>
      (
        await desk.admin.call<{ content: { title: string }[] }>('message/inquire', { page_size: 50 })
      ).content.content
        .map(({ title }) => title)
        .filter((title) => !title.startsWith('The process runtime'));
    await desk.soon(async () => (await titles()).length >= 3);
    expect((await titles()).sort()).toEqual([
      'A backup cannot be relied on',
      'A backup has failed',
      'A backup has failed',
    ]);
    const { content } = await desk.admin.call<{ health: Record<string, unknown> }>('home_admin/inquire');
    expect(content.health).toMatchObject({ backup: 'failed_drill' });
  });
});
