import type { Client } from '@waypost/host-sdk';
import { PART_BYTES, uploadBegin, uploadCancel, uploadEnd, uploadPart } from '../calls.ts';

/** Base64 of a piece of a file. */
function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    reader.onload = () => {
      const address = String(reader.result);
      resolve(address.slice(address.indexOf(',') + 1));
    };
    reader.readAsDataURL(piece);
  });
}

/**
 * Sends an archive in parts and has it verified; nothing of it runs.
 * @param onProgress share that has arrived, 0 to 1
 * @throws ApiError; an AbortError when `signal` stops it, and then the server forgets what it has
 */
export async function uploadArchive(
  client: Client,
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<{ id: string; release: string }> {
  const { upload } = await client.call(uploadBegin, { name: file.name, size: file.size }, { signal });
  try {
    for (let number = 0; number * PART_BYTES < file.size; number += 1) {
      const end = Math.min(file.size, (number + 1) * PART_BYTES);
      const data = await base64Of(file.slice(number * PART_BYTES, end));
      await client.call(uploadPart, { upload, number, data }, { signal });
      onProgress(end / file.size);
    }
    const { id, release } = await client.call(uploadEnd, { upload }, { signal });
    return { id, release: release.release };
  } catch (error) {
    // What is left over is also forgotten by the next upload of this account.
    if (signal.aborted) await client.call(uploadCancel, { upload }).catch(() => undefined);
    throw error;
  }
}
