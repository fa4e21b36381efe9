import { z } from 'zod';
import { publishedTarget } from './target-url.ts';

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

/** The name of a picture that `context.visits.keepPicture` has kept: it says what the picture is. */
export const visitPicture = z.string().regex(/^[0-9A-Za-z_-]{43}$/);

/** Longest picture that `keepPicture` takes, characters of base64. */
export const VISIT_PICTURE_MAX_LETTERS = 11_000_000;

const line = (length: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(length)
    // A line that breaks would begin another one of the card.
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);

/** A person or a place that visitors are shown, with a card to save (RFC 6350). */
export const visitContact = z.strictObject({
  name: line(100),
  organization: line(100).optional(),
  title: line(100).optional(),
  phones: z
    .array(z.string().regex(/^\+?[0-9][0-9 ()./-]{1,30}$/))
    .max(5)
    .optional(),
  emails: z.array(z.email().max(200)).max(5).optional(),
  website: publishedTarget.optional(),
  address: line(300).optional(),
  note: z
    .string()
    .max(500)
    .regex(/^(?:[^\p{Cc}]|\n)*$/u)
    .optional(),
});
export type VisitContact = z.infer<typeof visitContact>;
