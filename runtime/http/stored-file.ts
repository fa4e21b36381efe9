import { AppError, errors } from '@waypost/contract';
import { type ShownFile, STORED_FILE_PREFIX } from '@waypost/sdk';
import { attachmentHeader } from './file-response.ts';
import { DATA_HEADERS } from './security-headers.ts';

const PATH = /^([0-9a-f]{32})(\/thumbnail)?$/;
/** Whoever takes a file away does not wait longer until browsers ask for it again, seconds. */
const KEPT_SECONDS = 3_600;

/**
 * What people have uploaded, on the back-office's own host: it has an origin of its own in which nothing runs, whatever it is
 * taken for, and nobody guesses what it is. Pictures are shown on pages of other hosts as well.
 */
const FILE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': `public, max-age=${KEPT_SECONDS}`,
};

/** Answers `GET /file/…`; undefined: 404. */
export type StoredFileHandler = (request: Request, path: string) => Promise<Response | undefined>;

/** Stored files for whoever has their address: pictures that the server drew are shown, all else is sent to be saved. */
export function createStoredFileHandler(options: {
  find(id: string, isThumbnail: boolean): Promise<ShownFile | undefined>;
  failed(error: unknown): void;
}): StoredFileHandler {
  return async (request, path) => {
    const [, id, thumbnail] = PATH.exec(path.slice(STORED_FILE_PREFIX.length)) ?? [];
    if (id === undefined) return undefined;
    try {
      const file = await options.find(id, thumbnail !== undefined);
      return file && (await answer(request, file));
    } catch (error) {
      if (error instanceof AppError && error.code === errors.notFound.code) return undefined;
      options.failed(error);
      return new Response(null, { status: 503, headers: { ...DATA_HEADERS, 'retry-after': '10' } });
    }
  };
}

async function answer(request: Request, file: ShownFile): Promise<Response> {
  const headers: Record<string, string> = {
    ...FILE_HEADERS,
    'content-type': file.type,
    'content-disposition': file.isPicture ? 'inline' : attachmentHeader(file.name),
    etag: `"${file.hash}"`,
  };
  if (request.headers.get('if-none-match') === headers.etag)
    return new Response(null, { status: 304, headers });
  const body = await file.body();
  if (request.method === 'HEAD')
    return new Response(null, { headers: { ...headers, 'content-length': String(body.size) } });
  return new Response(body, { headers });
}
