import { defineSettings, field, targetUrl } from '@waypost/contract';
import { z } from 'zod';

/** What administrators set on the plugins screen. */
export const printSettings = defineSettings({
  fields: {
    /** Where a sticker leads that nobody has claimed; empty: nowhere. Holds for batches made from then on. */
    landing_url: field(z.union([z.literal(''), targetUrl]), { default: '', control: 'text' }),
    /** Shared with the printer, who can tell by it that a list of codes is ours and whole. Empty: lists are not signed. */
    printer_key: field(z.string().max(200), { default: '', secret: true }),
  },
});
