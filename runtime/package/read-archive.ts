import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { AppError } from '@waypost/contract';
import { extract } from 'tar-stream';
import type { ArchiveLimits } from './limits.ts';
import { packageErrors } from './package-errors.ts';
import { createPathSet } from './path-rules.ts';
import { readWhole } from './read-whole.ts';

/** Headers and padding that a tar archive may have for each file beside its content, bytes. */
const TAR_OVERHEAD = 4 * 1024;
const CHUNK = 64 * 1024;

/**
 * The files of a tar archive packed with gzip. It is unpacked as a stream: what breaks a limit ends it there, however
 * much would have followed.
 * @throws AppError `archive_*`
 */
export async function readArchive(
  bytes: Uint8Array,
  limits: ArchiveLimits,
): Promise<Map<string, Uint8Array>> {
  if (bytes.byteLength > limits.archiveBytes)
    throw packageErrors.tooLarge.create({ limit: mebibytes(limits.archiveBytes) });
  const files = new Map<string, Uint8Array>();
  const paths = createPathSet(limits.pathBytes);
  let unpacked = 0;
  const collector = extract();
  const collect = async (): Promise<void> => {
    for await (const entry of collector) {
      const { name, type, size = 0 } = entry.header;
      if (type === 'directory') {
        // Folders come into being with their files; only the name is looked at.
        createPathSet(limits.pathBytes).add(name.replace(/\/$/, ''));
        entry.resume();
        continue;
      }
      if (type !== 'file') throw packageErrors.entryRefused.create({ path: name, kind: type ?? 'unknown' });
      if (files.size === limits.files) throw packageErrors.tooManyFiles.create({ limit: limits.files });
      unpacked += size;
      if (unpacked > limits.unpackedBytes)
        throw packageErrors.unpackedTooLarge.create({ limit: mebibytes(limits.unpackedBytes) });
      paths.add(name);
      files.set(name, await readWhole(entry));
    }
  };
  try {
    const collected = collect().catch((error: Error) => {
      // Ends the stream that feeds it; the pipeline then fails with this very error.
      collector.destroy(error);
      throw error;
    });
    const fed = pipeline(Readable.from(chunksOf(bytes)), createGunzip(), outputLimit(limits), collector);
    await Promise.all([fed, collected].map(settled)).then(throwFirst);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw packageErrors.unreadable.create({}, { cause });
  }
  return files;
}

/** Stops what unpacks to more than all allowed files could fill, whatever its headers say. */
function outputLimit(limits: ArchiveLimits): Transform {
  const longest = limits.unpackedBytes + (limits.files + 2) * TAR_OVERHEAD;
  let passed = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      passed += chunk.byteLength;
      if (passed <= longest) done(null, chunk);
      else done(packageErrors.unpackedTooLarge.create({ limit: mebibytes(limits.unpackedBytes) }));
    },
  });
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

type Outcome = { error: unknown } | undefined;

async function settled(work: Promise<unknown>): Promise<Outcome> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** Of several failures the one that names a reason: the others are its echo in the streams around it. */
function throwFirst(outcomes: readonly Outcome[]): void {
  const failures = outcomes.flatMap((outcome) => (outcome === undefined ? [] : [outcome.error]));
  if (failures.length > 0) throw failures.find((error) => error instanceof AppError) ?? failures[0];
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
