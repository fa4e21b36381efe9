import type { PluginContext } from '@waypost/sdk';
import { createNumberedUploads } from '../uploads/numbered-uploads.ts';
import { fileErrors } from './errors.ts';
import { FILE_PART_BYTES } from './values.ts';

interface Received {
  received: number;
  /** Undefined while parts are missing. */
  whole: { name: string; bytes: Uint8Array } | undefined;
}

/** Files on their way; the last part that was missing makes one whole. */
export function createUploads(context: PluginContext) {
  const uploads = createNumberedUploads(context, 'file_upload');
  return {
    begin: uploads.begin,
    /**
     * Takes a part; the last one that was missing answers the whole. Errors: `not_found` 404 for what is not the account's,
     * `file_incomplete` 422 for a part that does not belong where it says.
     */
    async part(id: string, account: string, part: { number: number; data: string }): Promise<Received> {
      const { name, size } = await uploads.find(id, account);
      const expected = Math.min(FILE_PART_BYTES, size - part.number * FILE_PART_BYTES);
      if (Buffer.byteLength(part.data, 'base64') !== expected) throw fileErrors.incomplete.create();
      const received = await uploads.put(id, account, part);
      if (received < Math.ceil(size / FILE_PART_BYTES)) return { received, whole: undefined };
      const bytes = await uploads.take(id, account);
      if (bytes.length !== size) throw fileErrors.incomplete.create();
      return { received, whole: { name, bytes } };
    },
  };
}
