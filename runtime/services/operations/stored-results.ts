import { type FileHandle, open as openFile, stat } from 'node:fs/promises';
import { AppError, errors } from '@waypost/contract';
import type { Clock, Disposer, FileStore, Logger, Random } from '@waypost/sdk';
import type { ResultPlaces } from '@waypost/sdk/platform';
import type { Collection } from 'mongoose';
import { filePlaceErrors } from '../files/errors.ts';
import type { OperationDocument, StoredResultDocument } from './document.ts';
import { operationFileGone } from './errors.ts';
import { createResultSeal } from './result-seal.ts';

/** One part is in memory while it is written or read, and a slow line brings it there within the storage's limit. */
const PART_BYTES = 4 * 1024 * 1024;
/** Nobody is at one any more that no operation names after that time. */
const ABANDONED_MS = 60 * 60 * 1000;
const AT_ONCE = 100;
/** Whoever comes to the storage itself gets bytes that say nothing. */
const KIND = { type: 'application/octet-stream', disposition: 'attachment' } as const;

export interface StoredResultsOptions {
  /** Everything that is in a storage: noted before its first part is written, until the last is away. */
  stored: Collection<StoredResultDocument>;
  operations: Collection<OperationDocument>;
  /** 32 bytes that all machines derive from the secret key. */
  key: Uint8Array;
  clock: Clock;
  random: Random;
  log: Logger;
}

/** Results in the storage in use, in sealed parts, for every machine to hand over. */
export interface StoredResults {
  /** From now on results go where `places` says. */
  keepIn(places: ResultPlaces): Disposer;
  /** Whether results go to a storage now. */
  isInUse(): Promise<boolean>;
  /**
   * Writes a file into the storage in use. @returns what it is called there; undefined: none is in use.
   * @throws the signal's reason, and what the storage refuses with; then nothing of it is named by anybody
   */
  put(operation: string, path: string, signal: AbortSignal): Promise<string | undefined>;
  /** A file's bytes. @throws AppError `operation_file_gone`, and what the storage refuses with */
  read(name: string): Promise<ReadableStream<Uint8Array>>;
  /** Takes away one that nobody names. */
  remove(name: string): Promise<void>;
  /** Takes away all of an operation's; what a storage does not give up now is tried again by `sweep`. */
  removeOf(operation: string): Promise<void>;
  /** Takes away what no operation names. @returns how many */
  sweep(): Promise<number>;
}

export function createStoredResults(options: StoredResultsOptions): StoredResults {
  const { clock, log, random, stored } = options;
  const sealing = createResultSeal(options.key, random);
  let places: ResultPlaces | undefined;

  async function open(place: string): Promise<FileStore> {
    if (places === undefined) throw filePlaceErrors.busy.create();
    return places.open(place);
  }
  async function take({ _id, place, parts }: StoredResultDocument): Promise<void> {
    try {
      const store = await open(place);
      for (let part = 0; part < parts; part += 1) await store.remove(objectOf(_id, part));
    } catch (error) {
      // A place that was removed has nothing that anybody could take away.
      if (!isNotFound(error)) throw error;
    }
    await stored.deleteOne({ _id });
  }
  async function takeSafely(one: StoredResultDocument): Promise<boolean> {
    try {
      await take(one);
      return true;
    } catch (error) {
      log.warn({ operation: one.operation, error }, 'a result could not be taken away yet');
      return false;
    }
  }

  return {
    keepIn(given) {
      places = given;
      return () => {
        if (places === given) places = undefined;
      };
    },
    isInUse: async () => (await places?.current()) !== undefined,
    async put(operation, path, signal) {
      const place = await places?.current();
      if (place === undefined) return undefined;
      const store = await open(place);
      const { size } = await stat(path);
      const one: StoredResultDocument = {
        _id: Buffer.from(random.bytes(16)).toString('hex'),
        operation,
        place,
        parts: Math.max(1, Math.ceil(size / PART_BYTES)),
        create_time: clock.date(),
      };
      await stored.insertOne(one);
      const file = await openFile(path);
      try {
        for (let part = 0; part < one.parts; part += 1) {
          signal.throwIfAborted();
          const bytes = await readPart(file, part);
          await store.put(objectOf(one._id, part), sealing.seal(bytes, placeOf(one, part)), KIND);
        }
        return one._id;
      } catch (error) {
        await takeSafely(one);
        throw error;
      } finally {
        await file.close();
      }
    },
    async read(name) {
      const one = await stored.findOne({ _id: name });
      if (one === null) throw operationFileGone.create();
      const partOf = async (store: FileStore, part: number) => {
        const sealed = await (await store.get(objectOf(name, part))).bytes();
        return sealing.open(sealed, placeOf(one, part));
      };
      try {
        const store = await open(one.place);
        // What is wrong with the storage is told before anything is sent.
        return streamOf(one.parts, await partOf(store, 0), (part) => partOf(store, part));
      } catch (error) {
        if (isNotFound(error)) throw operationFileGone.create({}, { cause: error });
        throw error;
      }
    },
    async remove(name) {
      const one = await stored.findOne({ _id: name });
      if (one !== null) await takeSafely(one);
    },
    async removeOf(operation) {
      for (const one of await stored.find({ operation }).toArray()) await takeSafely(one);
    },
    async sweep() {
      const before = new Date(clock.now() - ABANDONED_MS);
      let last = '';
      let taken = 0;
      for (;;) {
        const some = await stored
          .find({ _id: { $gt: last }, create_time: { $lt: before } })
          .sort({ _id: 1 })
          .limit(AT_ONCE)
          .toArray();
        const names = some.map(({ _id }) => _id);
        const named = await options.operations
          .find({ _id: { $in: some.map(({ operation }) => operation) }, result: { $in: names } })
          .toArray();
        const known = new Set(named.map(({ result }) => result));
        for (const one of some) if (!known.has(one._id) && (await takeSafely(one))) taken += 1;
        if (some.length < AT_ONCE) return taken;
        last = names.at(-1) ?? last;
      }
    },
  };
}

const objectOf = (name: string, part: number): string => `results/${name}-${part}`;
/** A part opens at its place among all of them only: none can be left out at the end. */
const placeOf = ({ _id, parts }: StoredResultDocument, part: number): string => `${_id}/${part}/${parts}`;
const isNotFound = (error: unknown): boolean =>
  error instanceof AppError && error.code === errors.notFound.code;

async function readPart(file: FileHandle, part: number): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(PART_BYTES);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, PART_BYTES - length, part * PART_BYTES + length);
    length += bytesRead;
    if (bytesRead === 0 || length === PART_BYTES) return buffer.subarray(0, length);
  }
}

/** Parts one after the other, as fast as whoever reads takes them. */
function streamOf(
  parts: number,
  first: Uint8Array,
  read: (part: number) => Promise<Uint8Array>,
): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        controller.enqueue(next === 0 ? first : await read(next));
        next += 1;
        if (next === parts) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
