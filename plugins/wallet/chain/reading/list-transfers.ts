import { z } from 'zod';
import type { Ask } from '../providers/provider-pool.ts';
import { nonsense } from './information.ts';

const PAGE = 200;
/** Pages of one look: of an address that somebody floods `listOurs` says how the rest is reached. */
const MOST_PAGES = 10;

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
  {
    address,
    since,
    contract,
  }: {
    address: string;
    since: number;
    /** Of one token alone. */
    contract?: string;
  },
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
      ...(contract === undefined ? {} : { contract_address: contract }),
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
    // One transaction can fill pages with the same line; whatever else is told twice is the same page again.
    const isOne = data.every(({ transaction_id }) => transaction_id === data[0]?.transaction_id);
    const isAgain =
      (pages.has(shown) && !isOne) || (fingerprint !== undefined && fingerprint === meta.fingerprint);
    if (data.length > 0 && isAgain) return { rows, isWhole: false, isMore: false };
    pages.add(shown);
    // A node tells of approvals as well, and what is not ours is not looked at.
    for (const { transaction_id, token_info, block_timestamp, from, to, value, type } of data)
      if (to === address && (type === undefined || type === null || type === 'Transfer'))
        rows.push({
          transaction: transaction_id,
          time: block_timestamp,
          from,
          value,
          contract: token_info?.address ?? '',
          symbol: token_info?.symbol ?? '',
          fingerprint: meta.fingerprint ?? '',
        });
    if (meta.fingerprint === undefined || data.length === 0) return { rows, isWhole: true, isMore: false };
    fingerprint = meta.fingerprint;
  }
  return { rows, isWhole: true, isMore: true };
}

/** What a look goes by. */
export interface Listed {
  rows: ListedTransfer[];
  isWhole: boolean;
  /** There are more of our token than were listed. */
  isMore: boolean;
  /** Of an address that is flooded: behind this one nothing was left out that counts. */
  last: ListedTransfer | undefined;
}

/**
 * The same for an address of ours, which anybody can flood with transfers of nothing and of tokens that they have made themselves:
 * where the list is longer than is read at once, our token is asked for alone, and the look goes on behind what was read.
 */
export async function listOurs(
  ask: Ask,
  { address, contract, since }: { address: string; contract: string; since: number },
): Promise<Listed> {
  const all = await listTransfers(ask, { address, since });
  if (!all.isMore) return { ...all, last: undefined };
  const ours = await listTransfers(ask, { address, since, contract });
  const isOurs = (row: ListedTransfer) => row.contract === contract;
  return {
    rows: [...ours.rows.filter(isOurs), ...all.rows.filter((row) => !isOurs(row))],
    isWhole: all.isWhole && ours.isWhole,
    isMore: ours.isMore,
    last: (ours.isMore ? ours : all).rows.at(-1),
  };
}
