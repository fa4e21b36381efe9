import type { Disposer } from './ground.ts';

/** Path below which stored files stand on the installation's own hosts: `/file/<id>`, and `/file/<id>/thumbnail`. */
export const STORED_FILE_PREFIX = '/file/';
/** Largest file that a place takes, bytes: one is in memory while it is written. */
export const STORED_FILE_MAX_BYTES = 33_554_432;

/** A folder below DATA_DIR/files. */
export interface LocalFilePlace {
  kind: 'local';
  /** Lower-case letters, digits, `-` and `_`; empty: DATA_DIR/files itself. */
  path: string;
}

/** A bucket of an S3-compatible storage. */
export interface S3FilePlace {
  kind: 's3';
  /** Such as `https://s3.example.com`; one whose host begins with the bucket's name is asked by that host. */
  endpoint: string;
  /** Empty: `us-east-1`. */
  region: string;
  key: string;
  secret: string;
  bucket: string;
  /** Where in the bucket; empty or without slashes at its ends. */
  path: string;
}

export type FilePlace = LocalFilePlace | S3FilePlace;

/** How a storage answers whoever comes to it past the server. */
export interface StoredFileKind {
  type: string;
  /** `content-disposition` */
  disposition: string;
}

/**
 * One place. Errors of all: `file_place_full` 507, `file_place_unwritable` 422, `file_place_busy` 503; of a storage also
 * `file_place_refused` and `file_place_bucket` 422, and `internet_*` 422 with what stood between.
 */
export interface FileStore {
  /** Writes a file; it is there once all of it is, and a second time it is written over. */
  put(name: string, bytes: Uint8Array, kind: StoredFileKind): Promise<void>;
  /** Errors: `not_found` 404. */
  get(name: string): Promise<Blob>;
  /** What is not there is no failure. */
  remove(name: string): Promise<void>;
  /** Writes, reads and deletes a few bytes. Errors: also `file_place_damaged` 422. */
  probe(): Promise<void>;
}

/** A file as whoever has its address gets it. */
export interface ShownFile {
  name: string;
  type: string;
  /** Drawn by the server itself: it is shown. Everything else is sent to be saved. */
  isPicture: boolean;
  /** What tells its content from others. */
  hash: string;
  body(): Promise<Blob>;
}

/** Who knows of stored files. */
export interface StoredFileSource {
  /** Undefined: there is no such file, or it has no thumbnail. */
  find(id: string, isThumbnail: boolean): Promise<ShownFile | undefined>;
}

/** Service of the runtime: places in which files are kept, and their addresses. Not for plugins in a process of their own. */
export interface StoredFiles {
  /** Nothing is asked yet. */
  open(place: FilePlace): FileStore;
  /** From now on the source's files are answered. Dispose it with the plugin. */
  contribute(source: StoredFileSource): Disposer;
}

/** Name that `StoredFiles` is provided under. */
export const STORED_FILES = 'platform.stored_files';

/** The versions that this interface describes. */
export const STORED_FILES_VERSIONS = '^1.0';
