import { AppError, errors } from '@waypost/contract';
import {
  type FileStore,
  type InternetErrorCode,
  type S3FilePlace,
  STORED_FILE_MAX_BYTES,
} from '@waypost/sdk';
import { S3Client } from 'bun';
import type { PinnedRequest } from '../../outgoing/index.ts';
import { filePlaceErrors } from './errors.ts';
import type { Gate } from './gate.ts';

/** Longest that a storage may take for one request, milliseconds: a call that waits for two of them has 30 s. */
const LIMIT_MS = 12_000;
/** How long an address that was signed may be used, seconds: longer than its request, with clocks that differ a little. */
const SIGNED_SECONDS = 300;
/** Room for what a storage says of a failure. */
const FAULT_BYTES = 65_536;
/** What an address is refused with that is not public. */
const ADDRESS_REFUSED: InternetErrorCode = 'internet_address_refused';
const FAULT = /<Code>([A-Za-z0-9._-]{1,80})<\/Code>/;

/** How much is asked of storages at once. Reading is open to whoever has an address: it must not keep anybody from writing. */
interface StorageGates {
  read: Gate;
  write: Gate;
}

/**
 * A bucket of an S3-compatible storage. Bun's client signs, and the request itself goes the way of everything that leaves
 * for an address that somebody entered: looked up, checked, and sent to what was checked (decision 0077).
 */
export function openS3Place(
  place: S3FilePlace,
  { send, gates, limitMs = LIMIT_MS }: { send: PinnedRequest; gates: StorageGates; limitMs?: number },
): Omit<FileStore, 'probe'> {
  const { bucket, path } = place;
  const client = clientOf(place);
  const keyOf = (name: string) => (path === '' ? name : `${path}/${name}`);

  const ask = (
    method: 'PUT' | 'GET' | 'DELETE',
    name: string,
    { body = Buffer.alloc(0), headers = {} }: { body?: Buffer; headers?: Record<string, string> } = {},
  ) =>
    gates[method === 'GET' ? 'read' : 'write'](async () => {
      const url = URL.parse(client.presign(keyOf(name), { method, expiresIn: SIGNED_SECONDS }));
      if (url === null) throw filePlaceErrors.refused.create({ answer: 'InvalidEndpoint' });
      const limitBytes = method === 'GET' ? STORED_FILE_MAX_BYTES : FAULT_BYTES;
      const { signal } = new AbortController();
      return send(
        { url, method, headers: Object.entries(headers), body },
        { limitBytes, limitMs, signal },
      ).catch((error: unknown) => {
        if (error instanceof AppError && error.code === ADDRESS_REFUSED)
          throw filePlaceErrors.isPrivate.create({ host: url.host }, { cause: error });
        throw error;
      });
    });

  function requireTaken({ status, body }: { status: number; body: Buffer }): void {
    if (status >= 200 && status < 300) return;
    const code = FAULT.exec(body.toString('utf8', 0, FAULT_BYTES))?.[1] ?? '';
    if (code === 'NoSuchBucket') throw filePlaceErrors.bucket.create({ bucket });
    if (code === 'NoSuchKey') throw errors.notFound.create();
    if (status === 507 || code === 'QuotaExceeded' || code === 'XMinioStorageFull')
      throw filePlaceErrors.full.create();
    if (status === 503 || status === 429) throw filePlaceErrors.busy.create();
    throw filePlaceErrors.refused.create({ answer: code === '' ? `HTTP ${status}` : code });
  }

  return {
    async put(name, bytes, { type, disposition }) {
      const headers = { 'content-type': type, 'content-disposition': disposition };
      requireTaken(await ask('PUT', name, { body: Buffer.from(bytes), headers }));
    },
    async get(name) {
      const answer = await ask('GET', name);
      if (answer.status === 404 && !answer.body.includes('<Code>')) throw errors.notFound.create();
      requireTaken(answer);
      return new Blob([new Uint8Array(answer.body)]);
    },
    async remove(name) {
      const answer = await ask('DELETE', name);
      if (answer.status !== 404 || answer.body.includes('NoSuchBucket')) requireTaken(answer);
    },
  };
}

function clientOf({ endpoint, region, key, secret, bucket }: S3FilePlace): S3Client {
  // Some storages answer at the bucket's own host only.
  const isOwnHost = URL.parse(endpoint)?.hostname.startsWith(`${bucket}.`) ?? false;
  return new S3Client({
    bucket,
    endpoint,
    accessKeyId: key,
    secretAccessKey: secret,
    region: region === '' ? 'us-east-1' : region,
    ...(isOwnHost ? { virtualHostedStyle: true } : {}),
  });
}
