import type { FileAnswer } from '@waypost/contract';
import { DATA_HEADERS } from './security-headers.ts';

/**
 * Sends a file to be saved: never shown by the browser, whatever it holds (docs/threats.md, row Uploads). The name is for
 * people and may be in any script; RFC 6266 has a plain one beside it for old programs.
 */
export function fileResponse(file: FileAnswer, requestId: string): Response {
  const isStream = 'stream' in file;
  return new Response(isStream ? file.stream : Bun.file(file.path), {
    headers: {
      ...DATA_HEADERS,
      'content-type': file.type,
      // One that breaks off is not taken for whole.
      ...(isStream ? { 'content-length': String(file.size) } : {}),
      'content-disposition': attachmentHeader(file.name),
      'x-request-id': requestId,
    },
  });
}

/** `content-disposition` of a file that is to be saved under a name. */
export function attachmentHeader(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`;
}

/** RFC 8187: what encodeURIComponent leaves but the grammar does not allow. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
