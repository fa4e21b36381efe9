import type { PluginContext } from '@waypost/sdk';
import { printErrors } from '../../errors.ts';
import { linkOf } from '../print_batch_list/make-stickers.ts';
import { claimCall, countsCall } from './calls.ts';
import { claimSticker } from './claim.ts';
import { sticker } from './resource.ts';
import { shortUrlOf } from './short-url.ts';

export function mountClaims(context: PluginContext): void {
  context.resource(sticker, {
    beforeUpdate: (change, { before }) => {
      if (before?.state !== 'claimed') throw printErrors.notClaimed.create();
      return change;
    },
    afterWrite: async (after, { session }) => {
      if (after !== undefined) await context.visits.publish([linkOf(context, after)], session);
    },
    present: async (rows) => {
      const totals = await context.visits.totals(rows.map(({ id }) => id));
      return rows.map((row) => ({
        ...row,
        short_url: shortUrlOf(context, row.short_code),
        view_number: totals.get(row.id)?.view_number ?? 0,
      }));
    },
  });

  context.call(claimCall, async ({ code, url, qr_code }, request) => {
    const claimed = await claimSticker(context, { code, url, qr_code, owner: request.caller.id });
    return { ...claimed, short_url: shortUrlOf(context, claimed.short_code) };
  });

  context.call(countsCall, async ({ ids }, request) => {
    const found = await context
      .model(sticker)
      .find({ owner: request.caller.id, qr_code: { $in: ids } }, { qr_code: 1 })
      .lean();
    const counts: Record<string, number> = {};
    for (const { qr_code } of found) if (qr_code !== null) counts[qr_code] = (counts[qr_code] ?? 0) + 1;
    return counts;
  });
}
