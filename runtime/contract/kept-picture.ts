import { z } from 'zod';
import { type CallAccess, defineCall } from './call.ts';

/** What a kept picture is called: after what is seen. */
export const PICTURE_NAME = /^[0-9a-f]{32}$/;
export const zPictureName = z.string().regex(PICTURE_NAME);

/** Largest picture that is taken, bytes; its base64 fits into a body. */
export const PICTURE_MAX_BYTES = 700_000;

/**
 * The calls `<area>/add` and `<area>/read`, by which a plugin takes pictures that stand beside its rows and hands them out.
 * What the server is sent it draws anew (`redrawSmall`). Pages have `useKeptPicture`, `usePictureUpload` and `KeptPictureControl`.
 */
export const pictureCalls = <const Area extends string>({
  area,
  create,
  read,
  ratePerMinute,
  summaries,
}: {
  area: Area;
  /** Permission to add one. */
  create: string;
  /** Who may see one. */
  read: CallAccess;
  ratePerMinute: number;
  summaries: Record<'add' | 'read', string>;
}) => ({
  add: defineCall({
    area,
    call: 'add',
    /** A PNG, JPEG or WebP picture in base64. */
    body: z.strictObject({ data: z.base64().min(1) }),
    result: z.object({ picture: zPictureName }),
    access: { permission: create },
    ratePerMinute,
    bodyLimit: 1_048_576,
    summary: summaries.add,
  }),
  read: defineCall({
    area,
    call: 'read',
    body: z.strictObject({ picture: zPictureName }),
    /** PNG in base64; what a name stands for never changes. */
    result: z.object({ data: z.string() }),
    access: read,
    summary: summaries.read,
  }),
});
export type PictureCalls = ReturnType<typeof pictureCalls>;
