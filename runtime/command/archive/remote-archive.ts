import { basename, join } from 'node:path';
import { type Bucket, isBucketAddress, openBucket, readBucketAddress } from '../../outgoing/bucket.ts';
import type { Environment } from '../../process/environment.ts';
import { ArchiveError } from './archive-error.ts';
import { withWorkFolder } from './work-folder.ts';

/** An archive in a storage, `s3://bucket/folder/name.tar`. */
export interface RemoteArchive {
  bucket: Bucket;
  name: string;
}

/**
 * Opens the storage that an archive is in, or will be.
 * @returns undefined for a file of this machine
 * @throws ArchiveError when the address is none, or nobody has said how the storage is reached
 */
export function remoteArchive(place: string, { s3 }: Pick<Environment, 's3'>): RemoteArchive | undefined {
  if (!isBucketAddress(place)) return undefined;
  const folder = place.slice(0, place.lastIndexOf('/'));
  const name = basename(place);
  if (readBucketAddress(folder) === undefined || name === '')
    throw new ArchiveError(`${place} is not an address such as s3://bucket/folder/waypost-backup.tar`);
  if (s3 === undefined)
    throw new ArchiveError(
      `${place} is in a storage: set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY (and S3_REGION where it wants one)`,
    );
  return { bucket: openBucket(folder, s3), name };
}

/** Does something with an archive of a storage as a file of this machine; what the storage says against it is an ArchiveError. */
export async function withFetched<T>(
  place: string,
  environment: Pick<Environment, 'dataDirectory' | 's3'>,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const remote = remoteArchive(place, environment);
  if (remote === undefined) return work(place);
  return withWorkFolder(environment.dataDirectory, 'fetched', async (folder) => {
    const file = join(folder, remote.name);
    await saidBy(place, () => remote.bucket.get(remote.name, file));
    return work(file);
  });
}

/** @throws ArchiveError with what the storage said */
export async function saidBy<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ArchiveError(`${place}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
