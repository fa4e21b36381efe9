import { defineCall, targetUrl, zId } from '@waypost/contract';
import { z } from 'zod';

export const claimCall = defineCall({
  area: 'print_claim',
  call: 'claim',
  body: z.strictObject({ code: z.string().min(1).max(64), url: targetUrl, qr_code: zId.optional() }),
  result: z.object({ id: zId, short_code: z.string(), short_url: z.string() }),
  access: { permission: 'print-batches.sticker:claim' },
  // Codes cannot be found by trying: 30 a minute against 56^8.
  ratePerMinute: 30,
  summary: 'Makes a printed code the caller’s own and leads it to an address',
});

/** What the column in the list of QR codes shows. */
export const countsCall = defineCall({
  area: 'print_claim',
  call: 'counts',
  body: z.strictObject({ ids: z.array(zId).max(200) }),
  result: z.record(z.string(), z.int()),
  access: { permission: 'print-batches.sticker:read' },
  summary: 'How many of the caller’s stickers lead to each of these QR codes',
});
