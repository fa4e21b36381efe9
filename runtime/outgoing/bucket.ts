import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { S3Access } from '@waypost/sdk/platform';
import { S3Client } from 'bun';

/** A place in an S3-compatible storage: a bucket, and where in it. */
export interface Bucket {
  /** Writes a file there, part by part; the object is there once all of it is. */
  put(file: string, name: string): Promise<void>;
  /** Reads an object into a file. */
  get(name: string, file: string): Promise<void>;
  has(name: string): Promise<boolean>;
  /** Names of the objects there. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9._-]+)*)$/;
const MEGABYTE = 2 ** 20;
/** Parts of an upload, and how many of them are in memory. */
const PART = { partSize: 8 * MEGABYTE, queueSize: 2, retry: 2 };
/** Longest that a storage may take to answer, and for each byte beyond: 128 KB a second is a slow line. */
const ANSWER_MS = 60_000;
const MS_PER_BYTE = 1_000 / (128 * 1024);
const PAGE = 1_000;

/** Whether a place is `s3://bucket/folder` and no folder of this machine. */
export const isBucketAddress = (place: string): boolean => place.startsWith('s3://');

/** @returns bucket and folder, the folder with its slash at the end or empty; undefined: it is none */
export function readBucketAddress(place: string): { bucket: string; folder: string } | undefined {
  const [, bucket, path = ''] = ADDRESS.exec(place.replace(/\/$/, '')) ?? [];
  return bucket === undefined ? undefined : { bucket, folder: path === '' ? '' : `${path.slice(1)}/` };
}

/**
 * Opens a place for reading and writing; nothing is asked yet. What fails is thrown with the storage's own code, such as
 * `NoSuchBucket`.
 * @throws TypeError when the address is none
 */
export function openBucket(place: string, { endpoint, region, key, secret }: S3Access): Bucket {
  const address = readBucketAddress(place);
  if (address === undefined) throw new TypeError(`${place} is not s3://bucket/folder`);
  const { bucket, folder } = address;
  const client = new S3Client({
    bucket,
    endpoint,
    accessKeyId: key,
    secretAccessKey: secret,
    ...(region === '' ? {} : { region }),
  });
  const sizeOf = async (name: string) =>
    (await within(client.stat(folder + name), 'did not answer', ANSWER_MS)).size;
  return {
    async put(file, name) {
      const { size } = await stat(file);
      const limit = ANSWER_MS + size * MS_PER_BYTE;
      await within(client.write(folder + name, Bun.file(file), PART), 'did not take all of it', limit);
      const there = await sizeOf(name);
      if (there !== size) throw new Error(`${there} of ${size} bytes of ${name} arrived`);
    },
    async get(name, file) {
      const limit = ANSWER_MS + (await sizeOf(name)) * MS_PER_BYTE;
      const copying = pipeline(client.file(folder + name).stream(), createWriteStream(file, { mode: 0o600 }));
      await within(copying, 'did not give all of it', limit);
    },
    has: (name) => within(client.exists(folder + name), 'did not answer', ANSWER_MS),
    async list() {
      const names: string[] = [];
      for (let startAfter: string | undefined; ; ) {
        const asked = { prefix: folder, maxKeys: PAGE, ...(startAfter === undefined ? {} : { startAfter }) };
        const { contents = [], isTruncated } = await within(client.list(asked), 'did not answer', ANSWER_MS);
        names.push(...contents.map((one) => one.key.slice(folder.length)));
        startAfter = contents.at(-1)?.key;
        if (!isTruncated || startAfter === undefined) return names;
      }
    },
    remove: (name) => within(client.delete(folder + name), 'did not answer', ANSWER_MS),
  };
}

/** What a storage answered, or that it did not: nobody waits for one that hangs. */
async function within<T>(work: Promise<T>, what: string, limitMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const seconds = Math.round(limitMs / 1_000);
  const timer = setTimeout(() => reject(new Error(`the storage ${what} within ${seconds} seconds`)), limitMs);
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw told(error);
  } finally {
    clearTimeout(timer);
  }
}

function told(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' || error.message.includes(code)) return error;
  return Object.assign(new Error(`${code}: ${error.message}`, { cause: error }), { code });
}
