import { defineUploads } from '@waypost/sdk';
import { mallErrors } from '../errors.ts';

/** Files of products that wait to be read. Errors: `mall.upload_unknown` 422, `mall.upload_too_large` 413. */
export const productUploads = defineUploads({
  name: 'upload',
  megabytes: 64,
  unknown: () => mallErrors.uploadUnknown.create(),
  tooLarge: (megabytes) => mallErrors.uploadTooLarge.create({ megabytes }),
});
