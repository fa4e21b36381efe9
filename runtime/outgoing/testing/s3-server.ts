import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What somebody who is let in signs with. */
export const S3_KEY = { key: 'waypost-tests', secret: 'a-secret-of-the-tests', region: 'eu-test-1' };

export interface TestS3Server {
  endpoint: string;
  /** Objects that are whole, by bucket and key. */
  objects: Map<string, Uint8Array>;
  /** Requests that it took, as method and path. */
  taken: string[];
  /** Parts of objects whose end has not come. */
  unfinished(): number;
  /** Called before each request is answered; may wait, or answer itself. */
  before?: ((request: Request) => Promise<Response | undefined>) | undefined;
  close(): Promise<void>;
}

/**
 * Speaks S3 on this machine, as much of it as backups need, and lets nobody in whose Signature Version 4 is not exactly the
 * one that it computes itself. Buckets: those named.
 */
export function startS3Server(buckets: readonly string[]): TestS3Server {
  const uploads = new Map<string, { path: string; parts: Map<number, Uint8Array> }>();
  const state: Pick<TestS3Server, 'objects' | 'taken' | 'before'> = { objects: new Map(), taken: [] };
  const served = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    maxRequestBodySize: 2 ** 32,
    async fetch(request) {
      const url = new URL(request.url);
      state.taken.push(`${request.method} ${url.pathname}${url.search}`);
      if (!isSigned(request, url)) return fault(403, 'SignatureDoesNotMatch');
      const own = await answers.before?.(request);
      if (own !== undefined) return own;
      const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/');
      if (!buckets.includes(bucket)) return fault(404, 'NoSuchBucket');
      return rest.join('/') === ''
        ? list(state.objects, bucket, url.searchParams)
        : onObject(request, url.searchParams, `${bucket}/${rest.join('/')}`);
    },
  });
  async function onObject(request: Request, query: URLSearchParams, path: string): Promise<Response> {
    const upload = query.get('uploadId');
    if (request.method === 'POST' && query.has('uploads')) {
      const id = crypto.randomUUID();
      uploads.set(id, { path, parts: new Map() });
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (upload !== null) return onUpload(request, query, upload);
    const found = state.objects.get(path);
    switch (request.method) {
      case 'PUT':
        return stored(path, new Uint8Array(await request.arrayBuffer()));
      case 'DELETE':
        state.objects.delete(path);
        return new Response(null, { status: 204 });
      default:
        if (found === undefined) return fault(404, 'NoSuchKey');
        return new Response(request.method === 'HEAD' ? null : Buffer.from(found), {
          headers: { etag: etag(found), 'content-length': String(found.length) },
        });
    }
  }
  async function onUpload(request: Request, query: URLSearchParams, id: string): Promise<Response> {
    const upload = uploads.get(id);
    if (upload === undefined) return fault(404, 'NoSuchUpload');
    if (request.method === 'PUT') {
      const bytes = new Uint8Array(await request.arrayBuffer());
      upload.parts.set(Number(query.get('partNumber')), bytes);
      return new Response(null, { headers: { etag: etag(bytes) } });
    }
    uploads.delete(id);
    if (request.method === 'DELETE') return new Response(null, { status: 204 });
    const parts = [...upload.parts].sort(([left], [right]) => left - right).map(([, bytes]) => bytes);
    stored(upload.path, Buffer.concat(parts));
    return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  }
  function stored(path: string, bytes: Uint8Array): Response {
    state.objects.set(path, bytes);
    return new Response(null, { headers: { etag: etag(bytes) } });
  }
  const answers: TestS3Server = Object.assign(state, {
    endpoint: `http://127.0.0.1:${served.port}`,
    unfinished: () => uploads.size,
    close: () => served.stop(true),
  });
  return answers;
}

const xml = (text: string, status = 200) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`, {
    status,
    headers: { 'content-type': 'application/xml' },
  });
const fault = (status: number, code: string) =>
  xml(`<Error><Code>${code}</Code><Message>${code} of the test</Message></Error>`, status);
const etag = (bytes: Uint8Array) => `"${createHash('md5').update(bytes).digest('hex')}"`;

function list(objects: ReadonlyMap<string, Uint8Array>, bucket: string, query: URLSearchParams): Response {
  const prefix = query.get('prefix') ?? '';
  const most = Number(query.get('max-keys') ?? 1_000);
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const keys = [...objects.keys()]
    .filter((path) => path.startsWith(`${bucket}/${prefix}`))
    .map((path) => path.slice(bucket.length + 1))
    .filter((key) => key > after)
    .sort();
  const shown = keys.slice(0, most);
  const contents = shown.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  const isTruncated = keys.length > shown.length;
  const next = isTruncated ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '';
  return xml(
    `<ListBucketResult><Name>${bucket}</Name><IsTruncated>${isTruncated}</IsTruncated>${next}<KeyCount>${shown.length}</KeyCount>${contents}</ListBucketResult>`,
  );
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
/** As RFC 3986 has it, which JavaScript's own leaves some signs out of. */
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Signature Version 4, computed from what arrived: in the head, or in the address. */
function isSigned(request: Request, url: URL): boolean {
  if (url.searchParams.has('X-Amz-Signature')) return isAddressSigned(request, url);
  const head = request.headers.get('authorization') ?? '';
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      head,
    );
  if (parts === null) return false;
  const [, key, day = '', region = '', signed = '', signature = ''] = parts;
  const time = request.headers.get('x-amz-date') ?? '';
  if (key !== S3_KEY.key || region !== S3_KEY.region || !time.startsWith(day)) return false;
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => signed.split(';').includes(name)))
    return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const canonical = [
    ...[request.method, url.pathname, query],
    ...signed.split(';').map((name) => `${name}:${request.headers.get(name) ?? ''}`),
    ...['', signed, request.headers.get('x-amz-content-sha256') ?? ''],
  ].join('\n');
  return isSame({ canonical, time, day, region, signature });
}

function isAddressSigned(request: Request, url: URL): boolean {
  const given = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? '';
  const [key, day = '', region = '', service] = given('Credential').split('/');
  const [time, seconds] = [given('Date'), Number(given('Expires'))];
  const at = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (key !== S3_KEY.key || region !== S3_KEY.region || service !== 's3' || !time.startsWith(day))
    return false;
  if (given('SignedHeaders') !== 'host' || !(Date.now() - at < seconds * 1_000)) return false;
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const head = [`host:${request.headers.get('host') ?? ''}`, '', 'host', 'UNSIGNED-PAYLOAD'];
  const canonical = [request.method, url.pathname, query, ...head].join('\n');
  return isSame({ canonical, time, day, region, signature: given('Signature') });
}

function isSame(signed: {
  canonical: string;
  time: string;
  day: string;
  region: string;
  signature: string;
}): boolean {
  const { time, day, region } = signed;
  const scope = `${day}/${region}/s3/aws4_request`;
  const hash = createHash('sha256').update(signed.canonical).digest('hex');
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash}`;
  const signing = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${S3_KEY.secret}`, day));
  return timingSafeEqual(hmac(signing, text), Buffer.from(signed.signature, 'hex'));
}
