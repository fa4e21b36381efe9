import { z } from 'zod';
import { zId, zTime } from '../answer.ts';
import { defineCall } from '../call.ts';

/** Something found by its name, with the screen that shows it. */
export const zFound = z.object({
  id: zId,
  title: z.string(),
  detail: z.string(),
  screen: z.string(),
  create_time: zTime,
});

export const paletteInquire = defineCall({
  area: 'palette',
  call: 'inquire',
  body: z.strictObject({ search: z.string().trim().min(1).max(100) }),
  result: z.object({
    groups: z.array(
      z.object({
        /** `code`, `domain` or `person`; its words are `palette.kind.<kind>`. */
        kind: z.string(),
        /** How many there are; `found` holds the newest. */
        count: z.int(),
        found: z.array(zFound),
      }),
    ),
  }),
  access: { signedIn: true },
  ratePerMinute: 240,
  summary: 'Finds codes, domains and people by name, as far as the caller may see them',
});
