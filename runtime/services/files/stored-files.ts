import type { FilePlace, FileStore, Random, ShownFile, StoredFileSource, StoredFiles } from '@waypost/sdk';
import type { PinnedRequest } from '../../outgoing/index.ts';
import { filePlaceErrors } from './errors.ts';
import { createGate } from './gate.ts';
import { openLocalPlace } from './local-place.ts';
import { openS3Place } from './s3-place.ts';

/** Requests to storages at once, each with a file in memory, and how many more wait. */
const READS_AT_ONCE = 6;
const WRITES_AT_ONCE = 4;
const MOST_WAITING = 200;
const PROBE_BYTES = 64;

export interface StoredFilesOptions {
  /** DATA_DIR/files */
  directory: string;
  /** The way to storages. */
  send: PinnedRequest;
  random: Random;
  /** Longest that a storage may take, milliseconds; in tests. */
  limitMs?: number;
}

/** Places of files of one process, and who knows of what is in them. */
export function createStoredFiles({ directory, send, random, limitMs }: StoredFilesOptions): {
  offered: StoredFiles;
  /** Undefined: nobody knows of such a file. */
  find(id: string, isThumbnail: boolean): Promise<ShownFile | undefined>;
} {
  const sources = new Set<StoredFileSource>();
  const gates = {
    read: createGate(READS_AT_ONCE, MOST_WAITING),
    write: createGate(WRITES_AT_ONCE, MOST_WAITING),
  };
  const draw = () => Buffer.from(random.bytes(8)).toString('hex');
  const open = (place: FilePlace) =>
    place.kind === 'local'
      ? openLocalPlace(directory, place, draw)
      : openS3Place(place, { send, gates, ...(limitMs === undefined ? {} : { limitMs }) });
  return {
    offered: {
      open(place) {
        const opened = open(place);
        return {
          ...opened,
          probe: () => probe(opened, `waypost-probe-${draw()}`, random.bytes(PROBE_BYTES)),
        };
      },
      contribute(source) {
        const own: StoredFileSource = { find: source.find.bind(source) };
        sources.add(own);
        return () => void sources.delete(own);
      },
    },
    async find(id, isThumbnail) {
      for (const source of sources) {
        const found = await source.find(id, isThumbnail);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

/** Whether a place keeps what it is given and gives it up again. */
async function probe(place: Omit<FileStore, 'probe'>, name: string, bytes: Uint8Array): Promise<void> {
  await place.put(name, bytes, { type: 'application/octet-stream', disposition: 'attachment' });
  try {
    const read = await (await place.get(name)).bytes();
    if (!Buffer.from(read).equals(Buffer.from(bytes))) throw filePlaceErrors.damaged.create();
  } finally {
    await place.remove(name);
  }
}
