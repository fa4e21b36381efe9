import { defineCall, LOCALES, pageOf, rowSchema, zId } from '@waypost/contract';
import { z } from 'zod';
import { RICH_TEXT_MAX_LENGTH } from '../../rich-text/values.ts';
import { imageText } from './resource.ts';

const { area, name } = imageText;
const access = { permission: `${name}:read` } as const;

export const textList = defineCall({
  area,
  call: 'inquire',
  body: imageText.schemas.query,
  result: pageOf(rowSchema(imageText)),
  access,
  summary: 'Texts without their contents',
});

export const textPreview = defineCall({
  area,
  call: 'preview',
  body: z.strictObject({ html: z.string().max(RICH_TEXT_MAX_LENGTH) }),
  result: z.object({ html: z.string() }),
  access,
  bodyLimit: 262_144,
  ratePerMinute: 120,
  summary: 'What is left of a text when it is saved',
});

/** What somebody reads of a text. */
export const zShownText = z.object({
  id: zId,
  title: z.string(),
  html: z.string(),
  /** The language that it is in. */
  locale: z.enum(LOCALES),
});
export type ShownText = z.infer<typeof zShownText>;
