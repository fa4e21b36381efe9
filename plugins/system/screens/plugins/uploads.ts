import { errors } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { createNumberedUploads } from '../../uploads/numbered-uploads.ts';
import { ARCHIVE_LIMIT_BYTES, PART_BYTES } from './calls.ts';

/** Archives on their way; whoever sends them says when they are whole. */
export function createUploads(context: PluginContext) {
  const uploads = createNumberedUploads(context, 'plugin_upload');
  return {
    begin: (account: string, size: number): Promise<string> => uploads.begin(account, { name: '', size }),
    async part(id: string, account: string, number: number, data: string): Promise<number> {
      const { size } = await uploads.find(id, account);
      if (number * PART_BYTES >= size) throw errors.tooLarge.create({ limit: size });
      return uploads.put(id, account, { number, data });
    },
    /** The whole archive; the upload is over, whatever comes of it. Errors: 422 at `upload` when parts are missing. */
    async end(id: string, account: string): Promise<Uint8Array> {
      const { size } = await uploads.find(id, account);
      const bytes = await uploads.take(id, account);
      if (bytes.byteLength !== size || bytes.byteLength > ARCHIVE_LIMIT_BYTES)
        throw errors.invalidInput.create(
          {},
          { errors: [{ path: 'upload', message: 'error.system.upload_incomplete' }] },
        );
      return bytes;
    },
    async cancel(id: string, account: string): Promise<void> {
      await uploads.find(id, account);
      await uploads.forget(id, account);
    },
  };
}
