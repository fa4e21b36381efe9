import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from '../../runtime/command/testing/run-waypost.ts';
import { S3_KEY, startS3Server } from '../../runtime/outgoing/testing/s3-server.ts';
import { type BackupDesk, type BackupRow, openBackupDesk } from '../backups.ts';
import { until } from '../contract/harness.ts';

// Backups in a storage that speaks S3, which checks each signature: as set up on the screen, and by hand.

setDefaultTimeout(240_000);

const FOLDER = 's3://backups/shop';
const root = mkdtempSync(join(tmpdir(), 'waypost-backups-s3-'));
const server = startS3Server(['backups']);
const dataDir = join(root, 'data');
let desk: BackupDesk;

beforeAll(async () => {
  desk = await openBackupDesk({ dataDir, env: { OUTGOING_INNER_ADDRESSES: '127.0.0.0/8' } });
}, 180_000);
afterAll(async () => {
  await desk?.product.stop();
  await server.close();
  rmSync(root, { recursive: true, force: true });
}, 60_000);

const access = {
  backup_s3_endpoint: server.endpoint,
  backup_s3_region: S3_KEY.region,
  backup_s3_key: S3_KEY.key,
  backup_s3_secret: S3_KEY.secret,
};
const variables = {
  S3_ENDPOINT: server.endpoint,
  S3_REGION: S3_KEY.region,
  S3_ACCESS_KEY_ID: S3_KEY.key,
  S3_SECRET_ACCESS_KEY: S3_KEY.secret,
};
const kept = () => [...server.objects.keys()].sort();
/** The newest row once it is what a test waits for. */
async function newest(is: (row: BackupRow) => boolean): Promise<BackupRow> {
  let row: BackupRow | undefined;
  await desk.soon(async () => {
    [row] = await desk.rows();
    return row !== undefined && is(row);
  });
  return row as BackupRow;
}

describe.skipIf(process.env.MONGODB_URI !== undefined)('backups in a storage', () => {
  test('a storage that will not do is refused at its field, before anything is saved', async () => {
    const bad: [Record<string, string>, string][] = [
      [{ backup_folder: 's3://Not a bucket' }, 'backup_folder'],
      [{ backup_folder: 's3://elsewhere/shop' }, 'backup_folder'],
      [{ backup_s3_endpoint: 'ftp://127.0.0.1' }, 'backup_s3_endpoint'],
      [{ backup_s3_endpoint: 'http://127.0.0.1:1' }, 'backup_s3_endpoint'],
      [{ backup_s3_secret: 'another' }, 'backup_s3_key'],
    ];
    for (const [change, path] of bad)
      expect([
        change,
        (await desk.configure({ backup_folder: FOLDER, ...access, ...change })).body,
      ]).toMatchObject([change, { code: 'invalid_input', errors: [{ path }] }]);
    expect(kept()).toEqual([]);
  });

  test('a backup goes there, is fetched back and tried; the secret is shown to nobody', async () => {
    expect((await desk.configure({ backup_folder: FOLDER, ...access, backup_keep: 1 })).status).toBe(200);
    const settings = await desk.admin.call('backup/settings');
    expect(JSON.stringify(settings.body)).not.toContain(S3_KEY.secret);
    // What was written to try it is gone.
    expect(kept()).toEqual([]);
    expect((await desk.admin.call('backup/run')).status).toBe(200);
    const { name, fault } = await newest(({ drill }) => drill === 'fine' || drill === 'failed');
    expect([fault, kept()]).toEqual(['', [`backups/shop/${name}`]]);
    // Nothing of it stays on this machine.
    expect(readdirSync(dataDir).filter((entry) => entry.startsWith('.waypost-'))).toEqual([]);
    expect(desk.product.output()).not.toContain(S3_KEY.secret);
  });

  test('an older one goes when a newer is there; what others keep beside it stays', async () => {
    server.objects.set('backups/shop/mine.tar', new Uint8Array(3));
    server.objects.set('backups/waypost-20200101T000000Z.tar', new Uint8Array(3));
    const [before] = await desk.rows();
    expect((await desk.admin.call('backup/run')).status).toBe(200);
    const { name } = await newest(({ id, state }) => id !== before?.id && state !== 'running');
    const left = ['backups/shop/mine.tar', `backups/shop/${name}`, 'backups/waypost-20200101T000000Z.tar'];
    await until(async () => kept().length === left.length);
    expect(kept()).toEqual(left.sort());
  });

  test('the same by hand: made, tried, restored; without the key it says what is missing', async () => {
    const file = `${FOLDER}/by-hand.tar`;
    expect(await runHere(dataDir, ['backup', file], { variables })).toMatchObject({ code: 0, error: '' });
    const again = await runHere(dataDir, ['backup', file], { variables });
    expect([again.code, again.error]).toMatchObject([1, expect.stringContaining('exists already')]);
    const elsewhere = join(root, 'restored');
    const restored = await runHere(elsewhere, ['restore', file], { variables });
    expect(restored).toMatchObject({ code: 0, error: '' });
    expect(readdirSync(elsewhere)).toContain('store');
    const without = await runHere(dataDir, ['backup', 'drill', '--file', file]);
    expect(without.error + without.out).toContain('S3_ENDPOINT');
  });

  test('a backup that is killed while it is sent is none, there or on the screen', async () => {
    const before = kept();
    const { promise: isSending, resolve } = Promise.withResolvers<void>();
    const { promise: isKilled, resolve: goOn } = Promise.withResolvers<void>();
    server.before = async ({ method }) => {
      if (method !== 'PUT' && method !== 'POST') return undefined;
      resolve();
      await isKilled;
      return new Response(null, { status: 500 });
    };
    const main = join(import.meta.dir, '../../runtime/command/main.ts');
    const child = Bun.spawn([process.execPath, main, 'backup', `${FOLDER}/killed.tar`], {
      env: { ...process.env, ...variables, DATA_DIR: dataDir },
      stdout: 'ignore',
      stderr: 'ignore',
    });
    await isSending;
    child.kill('SIGKILL');
    await child.exited;
    goOn();
    server.before = undefined;
    expect(kept()).toEqual(before);
    const { content } = await desk.admin.call<{ last: { time: string } | null }>('backup/settings');
    const names = (await desk.rows()).map(({ name }) => name);
    expect(content.last).not.toBeNull();
    expect(names).not.toContain('killed.tar');
  });
});
