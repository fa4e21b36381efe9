import type { SitePicture } from '@waypost/sdk';

/** Nothing in a picture runs, whatever a browser takes it for. */
const PICTURE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'image/png',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // The address stays when the picture changes: it is asked for again, and the answer is short.
  'cache-control': 'no-cache',
};

/** Answers an operator's own picture. */
export function pictureAnswer(request: Request, { png, hash }: SitePicture): Response {
  const headers = { ...PICTURE_HEADERS, etag: `"${hash}"` };
  if (request.headers.get('if-none-match') === headers.etag)
    return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(png), { headers });
}
