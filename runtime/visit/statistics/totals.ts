import type { VisitTotals } from '@waypost/sdk';
import mongoose from 'mongoose';
import type { VisitCollections } from '../store/collections.ts';

const { ObjectId } = mongoose.mongo;

const NO_VISITS: VisitTotals = {
  view_number: 0,
  ip_view_number: 0,
  bot_view_number: 0,
  expired_view_number: 0,
  last_time: null,
};

/** Totals of links by id; a link that was never visited has zeros. */
export async function readTotals(
  collections: VisitCollections,
  linkIds: readonly string[],
): Promise<Map<string, VisitTotals>> {
  const totals = new Map<string, VisitTotals>(linkIds.map((id) => [id, { ...NO_VISITS }]));
  const rows = await collections.codes
    .find({ _id: { $in: linkIds.map((id) => new ObjectId(id)) } })
    .toArray();
  for (const { _id, views, addresses, crawlers, expired = 0, last } of rows) {
    totals.set(_id.toHexString(), {
      view_number: views,
      ip_view_number: addresses,
      bot_view_number: crawlers,
      expired_view_number: expired,
      last_time: last.getTime() === 0 ? null : last.toISOString(),
    });
  }
  return totals;
}
