import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { AppError, errors } from '@waypost/contract';
import type { InternetErrorCode } from '@waypost/sdk';
import type { BackupPlace } from '@waypost/sdk/platform';
import { isBucketAddress, openBucket, readBucketAddress } from '../../outgoing/bucket.ts';

/** What a backup that was killed leaves beside its archive's name, until the next day. */
const HALF = /^waypost-\d{8}T\d{6}Z\.tar\.\d+-[0-9a-f]{8}\.(part|store)(-wal|-shm)?$/;
const HALF_KEPT_MS = 86_400_000;
/** What an address is refused with that is in a network of ours. */
const ADDRESS_REFUSED: InternetErrorCode = 'internet_address_refused';
const TRY = 'waypost-can-write';

/** Where archives lie: a folder, or a place in a storage. */
export interface BackupStore {
  /** Throws when nothing can be written there. Errors: `invalid_input` 422 at the setting that is wrong. */
  check(): Promise<void>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** Deletes what was never a whole archive and nobody writes any more. */
  clear(): Promise<void>;
}

/** Errors of `check` when the address of a storage is none: `invalid_input` 422 at `backup_folder`. */
export function backupStore(
  place: BackupPlace,
  {
    dataDirectory,
    requireEndpoint,
  }: { dataDirectory: string; requireEndpoint: (url: string) => Promise<void> },
): BackupStore {
  return isBucketAddress(place.folder)
    ? bucketStore(place, requireEndpoint)
    : folderStore(place.folder, dataDirectory);
}

function folderStore(folder: string, dataDirectory: string): BackupStore {
  return {
    async check() {
      if (!isAbsolute(folder)) throw fault('backup_folder', 'backup_folder.absolute');
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK);
      } catch (cause) {
        throw fault('backup_folder', 'backup_folder.unwritable', cause);
      }
      // Each backup would hold those before it.
      const way = relative(await realpath(dataDirectory), await realpath(folder));
      if (way === '' || (!way.startsWith('..') && !isAbsolute(way)))
        throw fault('backup_folder', 'backup_folder.inside');
    },
    async list() {
      const entries = await readdir(folder, { withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async clear() {
      for (const name of (await readdir(folder)).filter((one) => HALF.test(one))) {
        const { mtimeMs } = await stat(join(folder, name));
        if (Date.now() - mtimeMs > HALF_KEPT_MS) await rm(join(folder, name), { force: true });
      }
    },
  };
}

function bucketStore(
  { folder, s3 }: BackupPlace,
  requireEndpoint: (url: string) => Promise<void>,
): BackupStore {
  return {
    async check() {
      if (readBucketAddress(folder) === undefined) throw fault('backup_folder', 'backup_folder.bucket');
      if (!/^https?:\/\/[^/\s?#@]+\/?$/.test(s3.endpoint))
        throw fault('backup_s3_endpoint', 'backup_s3.endpoint');
      await requireEndpoint(s3.endpoint).catch((cause: unknown) => {
        const isInner = cause instanceof AppError && cause.code === ADDRESS_REFUSED;
        if (!isInner) throw fault('backup_s3_endpoint', 'backup_s3.silent', cause);
        // What was set before is told by the row of its backup, in the log and in the alert.
        const reason = `${s3.endpoint} is in a network of our own: OUTGOING_INNER_ADDRESSES does not name it`;
        throw fault('backup_s3_endpoint', 'backup_s3.inner', new Error(reason, { cause }));
      });
      await tryToWrite({ folder, s3 });
    },
    list: () => openBucket(folder, s3).list(),
    remove: (name) => openBucket(folder, s3).remove(name),
    // What was not sent to its end is no object; storages forget its parts by a rule of the bucket.
    clear: async () => {},
  };
}

async function tryToWrite({ folder, s3 }: BackupPlace): Promise<void> {
  const own = await mkdtemp(join(tmpdir(), 'waypost-'));
  try {
    const file = join(own, TRY);
    await writeFile(file, TRY);
    const bucket = openBucket(folder, s3);
    await bucket.put(file, TRY);
    await bucket.remove(TRY);
  } catch (cause) {
    throw storageFault(cause);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** At the setting that somebody has to look at: a storage answers with a word of its own, or not at all. */
function storageFault(cause: unknown) {
  const code = String((cause as { code?: unknown }).code);
  if (code === 'NoSuchBucket') return fault('backup_folder', 'backup_s3.bucket', cause);
  const isAnswer = /^[A-Z][A-Za-z]+$/.test(code) && !/Connection|Refused|Timeout|DNS|Socket/.test(code);
  return isAnswer
    ? fault('backup_s3_key', 'backup_s3.refused', cause)
    : fault('backup_s3_endpoint', 'backup_s3.silent', cause);
}

const fault = (path: string, kind: string, cause?: unknown) =>
  errors.invalidInput.create({}, { errors: [{ path, message: `error.${kind}` }], cause });
