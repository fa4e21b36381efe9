import type { Client } from '@waypost/host-sdk';
import { type AddedFile, addFile } from './calls.ts';
import { FILE_PART_BYTES } from './values.ts';

/**
 * Sends a file, in parts where it is larger than one call takes.
 * @param onProgress share that has arrived, 0 to 1
 * @throws ApiError
 */
export async function uploadFile(
  client: Client,
  file: File,
  onProgress: (share: number) => void,
): Promise<AddedFile> {
  let upload: string | undefined;
  for (let part = 0; ; part += 1) {
    const end = Math.min(file.size, (part + 1) * FILE_PART_BYTES);
    const data = new Uint8Array(await file.slice(part * FILE_PART_BYTES, end).arrayBuffer()).toBase64();
    const isWhole = file.size <= FILE_PART_BYTES;
    const answer = await client.call(addFile, {
      name: file.name,
      data,
      ...(isWhole ? {} : { size: file.size, part }),
      ...(upload === undefined ? {} : { upload }),
    });
    onProgress(end / file.size);
    if (answer.file !== null) return answer.file;
    upload = answer.upload ?? undefined;
    if (end === file.size) throw new Error('the server waits for more of a file that was sent to its end');
  }
}
