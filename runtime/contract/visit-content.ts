import { z } from 'zod';

/** Largest page that people write for visitors, bytes of UTF-8. */
export const VISIT_PAGE_MAX_BYTES = 262_144;

/**
 * A page that people have written for visitors, as they wrote it. It is shown in a box of its own: its scripts run, and
 * reach nothing of the host that it stands on.
 */
export const visitPage = z.strictObject({
  html: z
    .string()
    .min(1)
    .max(VISIT_PAGE_MAX_BYTES)
    .refine((html) => new TextEncoder().encode(html).length <= VISIT_PAGE_MAX_BYTES, {
      message: 'visit_page_too_large',
    }),
});
export type VisitPage = z.infer<typeof visitPage>;
