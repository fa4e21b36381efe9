import { defineUploads } from '@waypost/sdk';
import { qrErrors } from '../errors.ts';

/** Files of lines that wait to be read. Errors: `qr.upload_unknown` 422, `qr.upload_too_large` 413. */
export const lineUploads = defineUploads({
  name: 'link_upload',
  megabytes: 32,
  unknown: () => qrErrors.uploadUnknown.create(),
  tooLarge: (megabytes) => qrErrors.uploadTooLarge.create({ megabytes }),
});
