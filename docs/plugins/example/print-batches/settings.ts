import { defineSettings, field, targetUrl } from '@waypost/contract';
import { z } from 'zod';

/** What administrators set on the plugins screen. */
export const printSettings = defineSettings({
  fields: {
    /** Where a sticker leads that nobody has claimed; empty: nowhere. Holds for batches made from then on. */
    landing_url: field(z.union([z.literal(''), targetUrl]), { default: '', control: 'text' }),
  },
});
