import { defineCall } from '@waypost/contract';
import { z } from 'zod';
import { PICTURE_ID } from '../rich-text/values.ts';

const area = 'picture';
/** Lets somebody who writes texts and rotations put pictures into them. */
export const ADD_PICTURE = 'system.picture:create';

/** Largest picture that is taken, bytes; its base64 fits into a body. */
export const PICTURE_MAX_BYTES = 700_000;

export const zPictureId = z.string().regex(PICTURE_ID);

export const addPicture = defineCall({
  area,
  call: 'add',
  /** A PNG, JPEG or WebP picture in base64. */
  body: z.strictObject({ data: z.base64().min(1) }),
  result: z.object({ picture: zPictureId }),
  access: { permission: ADD_PICTURE },
  ratePerMinute: 30,
  bodyLimit: 1_048_576,
  summary: 'Keeps a picture for a rotation or a text; one that nothing shows for a day is forgotten',
});

export const readPicture = defineCall({
  area,
  call: 'read',
  body: z.strictObject({ picture: zPictureId }),
  /** PNG in base64; what a name stands for never changes. */
  result: z.object({ data: z.string() }),
  access: { signedIn: true },
  summary: 'One picture of a rotation or a text',
});
