import type { VisitTotals } from '@waypost/sdk';
import mongoose from 'mongoose';
import type { VisitCollections } from '../store/collections.ts';
import { withPending } from '../sums/pending.ts';

const { ObjectId } = mongoose.mongo;

const NO_VISITS: VisitTotals = {
  view_number: 0,
  ip_view_number: 0,
  bot_view_number: 0,
  expired_view_number: 0,
  last_time: null,
};

const TOTALS = { views: 1, addresses: 1, crawlers: 1, expired: 1, last: 1 } as const;

/** Totals of links by id; a link that was never visited has zeros. */
export async function readTotals(
  collections: VisitCollections,
  linkIds: readonly string[],
): Promise<Map<string, VisitTotals>> {
  return withPending(collections, async (pending, options) => {
    const totals = new Map<string, VisitTotals>(linkIds.map((id) => [id, { ...NO_VISITS }]));
    const rows = await collections.codes
      .find({ _id: { $in: linkIds.map((id) => new ObjectId(id)) } }, { projection: TOTALS, ...options })
      .toArray();
    const lasts = new Map<string, number>();
    for (const { _id, views, addresses, crawlers, expired = 0, last } of rows) {
      const link = _id.toHexString();
      lasts.set(link, last.getTime());
      totals.set(link, {
        view_number: views,
        ip_view_number: addresses,
        bot_view_number: crawlers,
        expired_view_number: expired,
        last_time: null,
      });
    }
    for (const [link, days] of await pending.of(linkIds)) {
      const total = totals.get(link) as VisitTotals;
      for (const { views, fresh, crawlers, expired, last } of days) {
        total.view_number += views;
        total.ip_view_number += fresh;
        total.bot_view_number += crawlers;
        total.expired_view_number += expired;
        lasts.set(link, Math.max(lasts.get(link) ?? 0, last));
      }
    }
    for (const [link, last] of lasts)
      if (last > 0) (totals.get(link) as VisitTotals).last_time = new Date(last).toISOString();
    return totals;
  });
}
