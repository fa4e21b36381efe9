import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { lockDataDirectory } from '../process/data-directory-lock.ts';
import { storeDirectory } from '../process/paths.ts';
import { lastRestore } from '../storage/index.ts';
import { ArchiveError } from './archive/archive-error.ts';
import { verifyArchive } from './archive/manifest.ts';
import { runHere, serveStore } from './testing/run-waypost.ts';

const root = mkdtempSync(join(tmpdir(), 'waypost-backup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const fresh = (name: string): string => {
  const directory = join(root, name);
  mkdirSync(directory, { recursive: true });
  return directory;
};

interface Pair extends mongo.Document {
  _id: string;
  n: number;
}

describe.skipIf(process.env.MONGODB_URI !== undefined)('backup and restore of the embedded store', () => {
  const data = fresh('data');
  const archive = join(root, 'one.tar');

  test('a backup made while writes go on holds whole transactions, keys and visits, and comes back as it was', async () => {
    writeFileSync(join(data, 'secret.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`);
    mkdirSync(join(data, 'journal/j1'), { recursive: true });
    writeFileSync(join(data, 'journal/j1/segment-1'), 'visits');
    writeFileSync(join(data, 'journal/j1/writer.lock'), '');
    mkdirSync(join(data, 'signer'));
    writeFileSync(join(data, 'signer/chain.jsonl'), '');
    const store = await serveStore(data);
    const pairs = store.client.db('shop').collection<Pair>('pairs');
    await pairs.createIndex({ n: 1 });
    let acknowledged = 0;
    let isOver = false;
    const writing = (async () => {
      for (let n = 0; !isOver; n += 1) {
        await store.client.withSession((session) =>
          session.withTransaction(async () => {
            await pairs.insertOne({ _id: `${n}/left`, n }, { session });
            await pairs.insertOne({ _id: `${n}/right`, n }, { session });
          }),
        );
        acknowledged = n + 1;
      }
    })();
    while (acknowledged < 50) await Bun.sleep(5);
    const before = acknowledged;
    const made = await runHere(data, ['backup', archive, '--json']);
    isOver = true;
    await writing;
    expect(made).toMatchObject({ code: 0, error: '' });
    await store.stop();
    const { documents } = JSON.parse(made.out) as { documents: number };
    expect(documents).toBeGreaterThanOrEqual(before * 2);
    expect(documents % 2).toBe(0);

    const target = fresh('restored');
    expect(await runHere(target, ['restore', archive])).toMatchObject({ code: 0, error: '' });
    expect(readFileSync(join(target, 'secret.key'))).toEqual(readFileSync(join(data, 'secret.key')));
    expect(readFileSync(join(target, 'journal/j1/segment-1'), 'utf8')).toBe('visits');
    // Without its writer's lock no aggregator would look at the journal.
    expect(existsSync(join(target, 'journal/j1/writer.lock'))).toBe(true);
    // What signs payments has to know that it may have signed others since.
    expect(existsSync(join(target, 'signer/restored'))).toBe(true);
    const again = await serveStore(target);
    const found = await again.client.db('shop').collection<Pair>('pairs').find({}, { hint: 'n_1' }).toArray();
    await again.stop();
    expect(found).toHaveLength(documents);
    expect(found.filter((one) => one._id.endsWith('left'))).toHaveLength(documents / 2);
  }, 60_000);

  test('what the product deletes while the backup is written is left out; that a key goes is told, and there is no backup', async () => {
    const source = fresh('going');
    const store = await serveStore(source);
    await store.client.db('waypost').collection<Pair>('pairs').insertOne({ _id: 'a', n: 1 });
    await store.stop();
    mkdirSync(join(source, 'files'));
    mkdirSync(join(source, 'signer'));
    // Packed one after the other: the last ones are gone long before it is their turn.
    const names = Array.from({ length: 200 }, (_, at) => `files/${String(at).padStart(3, '0')}`);
    for (const name of names) writeFileSync(join(source, name), Buffer.alloc(50_000, name));
    const kept = join(root, 'going.tar');
    const backUpWithout = async (gone: readonly string[]) => {
      const backup = runHere(source, ['backup', kept]);
      const isBegun = () => readdirSync(root).some((name) => /^going\.tar\..*\.part$/.test(name));
      while (!isBegun()) await Bun.sleep(0);
      for (const name of gone) rmSync(join(source, name));
      return backup;
    };
    const keys = ['signer/keys.json', 'secret.key'];
    for (const key of keys) {
      writeFileSync(join(source, key), 'x');
      const failed = await backUpWithout([key]);
      expect(failed).toMatchObject({ code: 1, error: expect.stringContaining(key) });
      expect(existsSync(kept)).toBe(false);
    }
    expect(await backUpWithout(names.slice(190))).toMatchObject({ code: 0, error: '' });

    const target = fresh('gone');
    expect(await runHere(target, ['restore', kept])).toMatchObject({ code: 0, error: '' });
    const restored = readdirSync(join(target, 'files')).map((name) => `files/${name}`);
    expect(restored.sort()).toEqual(names.slice(0, 190));
  }, 60_000);

  test('what was restored says so, and is another each time; what runs on was never restored', async () => {
    const kept = join(root, 'identity.tar');
    const source = fresh('identity');
    const lastOf = async (directory: string) => {
      const store = await serveStore(directory);
      const database = store.client.db('waypost');
      try {
        return [await lastRestore(database), await database.collection('pairs').countDocuments()] as const;
      } finally {
        await store.stop();
      }
    };
    const store = await serveStore(source);
    await store.client.db('waypost').collection<Pair>('pairs').insertOne({ _id: 'a', n: 1 });
    expect(await lastRestore(store.client.db('waypost'))).toBeNull();
    await store.stop();
    expect(await runHere(source, ['backup', kept])).toMatchObject({ code: 0 });
    const start = Date.now();
    const restores = [];
    for (const name of ['identity-one', 'identity-two']) {
      const target = fresh(name);
      expect(await runHere(target, ['restore', kept])).toMatchObject({ code: 0, error: '' });
      const [restored, documents] = await lastOf(target);
      expect(documents).toBe(1);
      expect(restored?.time.getTime()).toBeGreaterThanOrEqual(start);
      // It stays the same at the next start.
      expect(await lastOf(target)).toEqual([restored, 1]);
      restores.push(restored?.id);
    }
    expect(new Set(restores).size).toBe(2);
    expect((await lastOf(source))[0]).toBeNull();
  }, 60_000);

  test('an archive of version 0.1.0, whose writer was another, still comes back', async () => {
    const old = join(root, 'old.tar');
    const packed = readFileSync(join(import.meta.dir, '../../tests/vectors/backup-0.1.0.tar.gz'));
    writeFileSync(old, Bun.gunzipSync(packed));
    const target = fresh('from-before');
    expect(await runHere(target, ['restore', old])).toMatchObject({ code: 0, error: '' });
    expect(readFileSync(join(target, 'journal/j1/segment-1'), 'utf8')).toBe('visits');
    expect(readFileSync(join(target, 'secret.key'), 'utf8')).toBe(
      `${Buffer.alloc(32, 7).toString('base64')}\n`,
    );
    const store = await serveStore(target);
    const found = await store.client.db('shop').collection<Pair>('pairs').find({}).toArray();
    await store.stop();
    expect(found).toEqual([
      { _id: 'left', n: 1 },
      { _id: 'right', n: 1 },
    ]);
  }, 60_000);

  test('a restore never overwrites: it asks for --force, and then keeps what was there', async () => {
    const target = fresh('occupied');
    cpSync(data, target, { recursive: true });
    writeFileSync(join(target, 'secret.key'), 'the old one');
    const refused = await runHere(target, ['restore', archive]);
    expect(refused.code).toBe(1);
    expect(refused.error).toContain('--force');
    expect(readFileSync(join(target, 'secret.key'), 'utf8')).toBe('the old one');
    const forced = await runHere(target, ['restore', archive, '--force', '--json']);
    expect(forced).toMatchObject({ code: 0, error: '' });
    const { replaced } = JSON.parse(forced.out) as { replaced: string };
    expect(readFileSync(join(replaced, 'secret.key'), 'utf8')).toBe('the old one');
    expect(existsSync(join(replaced, 'store/store.sqlite'))).toBe(true);
  }, 60_000);

  test('a restore is refused while the product holds the directory', async () => {
    const target = fresh('running');
    const lock = lockDataDirectory(target, '127.0.0.1:7700');
    const refused = await runHere(target, ['restore', archive]);
    lock.release();
    expect(refused.code).toBe(1);
    expect(refused.error).toContain(`process ${process.pid}`);
  }, 60_000);

  test('a damaged or cut-off archive is refused before anything is touched', async () => {
    const bytes = readFileSync(archive);
    const spoil = (name: string, content: Uint8Array) => {
      writeFileSync(join(root, name), content);
      return join(root, name);
    };
    const flipped = Buffer.from(bytes);
    flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] as number) ^ 1;
    const target = fresh('untouched');
    for (const [file, reason] of [
      [spoil('flipped.tar', flipped), 'damaged'],
      [spoil('short.tar', bytes.subarray(0, bytes.length >> 1)), 'cut off'],
      [spoil('text.tar', Buffer.alloc(2048, 'x')), 'no archive'],
    ] as const) {
      const refused = await runHere(target, ['restore', file]);
      expect(refused.code).toBe(1);
      expect(refused.error).toContain(reason);
    }
    expect(existsSync(join(target, 'store'))).toBe(false);
    expect((await runHere(data, ['backup', archive])).error).toContain('exists already');
  }, 60_000);

  test('wherever an archive ends or differs, a restore says so; only the blocks of zeros behind the last file may be missing', async () => {
    const bytes = Bun.gunzipSync(
      readFileSync(join(import.meta.dir, '../../tests/vectors/backup-0.1.0.tar.gz')),
    );
    const file = join(root, 'spoilt.tar');
    const said = async (content: Uint8Array) => {
      writeFileSync(file, content);
      return verifyArchive(file).then(
        () => 'whole',
        (error: unknown) => (error instanceof ArchiveError ? error.message : String(error)),
      );
    };
    const whole = 44_032 + 1024;
    for (let end = 0; end < whole; end += 900)
      expect(await said(bytes.subarray(0, end))).toMatch(/is cut off|is not a whole backup/);
    expect(await said(bytes.subarray(0, whole))).toBe('whole');
    for (let at = 100; at < 43_500; at += 1_100) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] as number) ^ 0x11;
      expect(await said(changed)).toMatch(/damaged|no archive|has no manifest/);
    }
  }, 60_000);

  test('the doctor says which index lacks which document, and a backup of such a store is refused', async () => {
    const hurt = fresh('hurt');
    expect((await runHere(hurt, ['restore', archive])).code).toBe(0);
    const database = new Database(join(storeDirectory(hurt), 'store.sqlite'));
    const { id } = database.query('SELECT id FROM indexes LIMIT 1').get() as { id: number };
    database.run(`DELETE FROM x${id} WHERE rid = 3`);
    database.close();
    const examined = await runHere(hurt, ['doctor', '--json']);
    expect(examined.code).toBe(1);
    const checks = JSON.parse(examined.out) as { name: string; ok: boolean; found: string }[];
    const file = checks.find(({ name }) => name === 'store file');
    expect(file).toEqual({
      name: 'store file',
      ok: false,
      found: 'shop.pairs: index n_1 lacks a key of row 3',
    });
    const refused = await runHere(hurt, ['backup', join(root, 'never.tar')]);
    expect(refused.error).toContain('index n_1 lacks a key of row 3');
    expect(existsSync(join(root, 'never.tar'))).toBe(false);
  }, 60_000);
});
