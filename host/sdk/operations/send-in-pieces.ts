import { FILE_PIECE_BYTES, type FilePieceCall } from '@waypost/contract';
import type { Client } from '../client/create-client.ts';

/**
 * Sends a file piece by piece. Answers its id on the server, which the call that works on it is given.
 * @throws ApiError
 */
export async function sendInPieces(client: Client, file: Blob, call: FilePieceCall): Promise<string> {
  let upload: string | undefined;
  for (let at = 0; at < file.size; at += FILE_PIECE_BYTES) {
    const bytes = new Uint8Array(await file.slice(at, at + FILE_PIECE_BYTES).arrayBuffer());
    const sent = await client.call(call, {
      data: bytes.toBase64(),
      ...(upload === undefined ? {} : { upload }),
    });
    upload = sent.upload;
  }
  return upload ?? '';
}
