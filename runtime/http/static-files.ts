import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { PAGE_HEADERS } from './security-headers.ts';

/** File names that the build makes from their content never change: they carry at least 8 hexadecimal digits. */
const HASHED_NAME = /[.-][0-9a-f]{8,}\.[a-z0-9.]+$/;
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * Answers a file under `root`, precompressed where the client takes it and `<file>.br` or `.gz` stands beside it.
 * @param path as in the address, with its percent-encoding and without a leading slash
 * @returns undefined when there is no such file or the path leaves `root`
 */
export async function serveFile(request: Request, root: string, path: string): Promise<Response | undefined> {
  const file = await safePath(root, path);
  if (file === undefined) return undefined;
  const facts = await stat(file).catch(() => undefined);
  if (facts === undefined || !facts.isFile()) return undefined;
  const headers = new Headers(PAGE_HEADERS);
  const etag = `W/"${facts.size.toString(36)}-${Math.round(facts.mtimeMs).toString(36)}"`;
  headers.set('etag', etag);
  headers.set('vary', 'accept-encoding');
  headers.set('cache-control', HASHED_NAME.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
  headers.set('content-type', Bun.file(file).type);
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  const body = await chooseEncoding(request, file, headers);
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}

async function chooseEncoding(request: Request, file: string, headers: Headers): Promise<Blob> {
  const accepted = new Set(
    (request.headers.get('accept-encoding') ?? '')
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  for (const [encoding, suffix] of ENCODINGS) {
    if (!accepted.has(encoding)) continue;
    const packed = Bun.file(file + suffix);
    if (!(await packed.exists())) continue;
    headers.set('content-encoding', encoding);
    return packed;
  }
  return Bun.file(file);
}

/** The file that `path` names, if it really lies below `root`: after decoding, dots and symbolic links. */
async function safePath(root: string, path: string): Promise<string | undefined> {
  try {
    const decoded = decodeURIComponent(path);
    if (decoded.includes('\0') || decoded.includes('\\')) return undefined;
    const base = await realpath(root);
    const file = resolve(join(base, decoded));
    if (!file.startsWith(base + sep)) return undefined;
    return (await realpath(file)) === file ? file : undefined;
  } catch {
    // Not decodable or not there: both are "no such file" to the caller.
    return undefined;
  }
}
