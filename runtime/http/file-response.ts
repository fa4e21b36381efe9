import type { FileAnswer } from '@waypost/contract';
import { DATA_HEADERS } from './security-headers.ts';

/**
 * Sends a file to be saved: never shown by the browser, whatever it holds (docs/threats.md, row Uploads). The name is for
 * people and may be in any script; RFC 6266 has a plain one beside it for old programs.
 */
export function fileResponse({ path, name, type }: FileAnswer, requestId: string): Response {
  const plain = name.replace(/[^\w.-]+/g, '_');
  return new Response(Bun.file(path), {
    headers: {
      ...DATA_HEADERS,
      'content-type': type,
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`,
      'x-request-id': requestId,
    },
  });
}

/** RFC 8187: what encodeURIComponent leaves but the grammar does not allow. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
