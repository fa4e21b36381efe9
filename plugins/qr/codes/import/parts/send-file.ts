import type { Client } from '@waypost/host-sdk';
import { type LineCalls, PART_BYTES } from '../calls.ts';

/** Sends a file, or pasted lines as one, piece by piece, and has its lines worked on; answers the operation's id. */
export async function sendFile(
  client: Client,
  file: Blob,
  { upload: send, start }: LineCalls,
): Promise<string> {
  let upload: string | undefined;
  for (let at = 0; at < file.size; at += PART_BYTES) {
    const bytes = new Uint8Array(await file.slice(at, at + PART_BYTES).arrayBuffer());
    const sent = await client.call(send, {
      data: base64Of(bytes),
      ...(upload === undefined ? {} : { upload }),
    });
    upload = sent.upload;
  }
  return (await client.call(start, { upload: upload ?? '' })).id;
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
