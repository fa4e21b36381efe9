import { z } from 'zod';
import type { Ask } from '../providers/provider-pool.ts';
import { nonsense } from './information.ts';

const PAGE = 200;
/** Pages of one look: of an address that somebody floods the rest comes with the next looks. */
const MOST_PAGES = 20;

const zRow = z.object({
  transaction_id: z.string().regex(/^[0-9a-f]{64}$/),
  token_info: z.object({ symbol: z.string().nullish(), address: z.string().nullish() }).nullish(),
  block_timestamp: z.int().min(0),
  from: z.string(),
  to: z.string(),
  value: z.string(),
  type: z.string().nullish(),
});
const zListing = z.object({
  data: z.array(zRow),
  meta: z.object({ fingerprint: z.string().max(2_000).optional() }),
});

/** What a provider says has moved: a hint where to look, never a reason to credit anything. */
export interface ListedTransfer {
  transaction: string;
  time: number;
  from: string;
  /** As told; for what failed there is nothing better. */
  value: string;
  contract: string;
  symbol: string;
  /** Of the page that it stood on; empty on the last one. */
  fingerprint: string;
}

/**
 * What came to an address since a moment of the chain's clock, the oldest first. The next page is asked for by its
 * fingerprint at the address that the operator entered: where a provider says it is, is never gone to.
 * `isWhole`: that was all, and not the same page again and again.
 */
export async function listTransfers(
  ask: Ask,
  { address, since }: { address: string; since: number },
): Promise<{ rows: ListedTransfer[]; isWhole: boolean; isMore: boolean }> {
  const rows: ListedTransfer[] = [];
  const pages = new Set<string>();
  let fingerprint: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({
      only_to: 'true',
      limit: String(PAGE),
      order_by: 'block_timestamp,asc',
      min_timestamp: String(Math.max(0, since)),
      ...(fingerprint === undefined ? {} : { fingerprint }),
    });
    const answer = await ask({
      path: `v1/accounts/${address}/transactions/trc20?${query}`,
      method: 'get',
    });
    const read = zListing.safeParse(answer);
    if (!read.success) throw nonsense('no list of transfers');
    const { data, meta } = read.data;
    const shown = JSON.stringify(data);
    if (data.length > 0 && pages.has(shown)) return { rows, isWhole: false, isMore: false };
    pages.add(shown);
    // A node tells of approvals as well, and what is not ours is not looked at.
    for (const { transaction_id, token_info, block_timestamp, from, to, value, type } of data)
      if (to === address && (type === undefined || type === null || type === 'Transfer'))
        rows.push({
          ...{ transaction: transaction_id, time: block_timestamp, from, value },
          ...{ contract: token_info?.address ?? '', symbol: token_info?.symbol ?? '' },
          fingerprint: meta.fingerprint ?? '',
        });
    if (meta.fingerprint === undefined || data.length === 0) return { rows, isWhole: true, isMore: false };
    fingerprint = meta.fingerprint;
  }
  return { rows, isWhole: true, isMore: true };
}
