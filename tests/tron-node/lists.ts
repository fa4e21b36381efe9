import type { Chain, Log, Placed } from './chain.ts';
import { TRANSFER_TOPIC, toBase58 } from './codec.ts';

const LARGEST_PAGE = 200;
const USUAL_PAGE = 20;

/** What TronGrid answers to a list: rows, and where the next page is. */
export interface Listing {
  success: boolean;
  data: unknown[];
  meta: Record<string, unknown>;
}

interface Found extends Placed {
  log: Log;
  index: number;
}

const moved = (log: Log) => ({
  from: toBase58(`41${log.topics[1]?.slice(24)}`),
  to: toBase58(`41${log.topics[2]?.slice(24)}`),
  value: BigInt(`0x${log.data}`).toString(),
});

function* transfers(chain: Chain, withFailed = false): Generator<Found> {
  for (const { transaction, block } of chain.placed())
    for (const [index, log] of [...transaction.logs, ...(withFailed ? transaction.attempted : [])].entries())
      if (log.topics[0] === TRANSFER_TOPIC) yield { transaction, block, log, index };
}

/** Which blocks a question is about. `solid` is the newest that is taken for solid. */
function isAsked(found: Found, query: URLSearchParams, solid: number): boolean {
  const isSolid = found.block.number <= solid;
  if (query.get('only_confirmed') === 'true' && !isSolid) return false;
  if (query.get('only_unconfirmed') === 'true' && isSolid) return false;
  const from = query.get('min_timestamp') ?? query.get('min_block_timestamp');
  const until = query.get('max_timestamp') ?? query.get('max_block_timestamp');
  if (from !== null && found.block.timestamp < Number(from)) return false;
  return until === null || found.block.timestamp <= Number(until);
}

/** A page, the newest first unless asked otherwise. Over the largest page there is an empty 400, as TronGrid has it. */
function pageOf(
  rows: Found[],
  show: (found: Found) => unknown,
  { url, at, nextOrigin }: { url: URL; at: number; nextOrigin: string },
): Listing | undefined {
  const limit = Number(url.searchParams.get('limit') ?? USUAL_PAGE);
  if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_PAGE) return undefined;
  if (!url.searchParams.get('order_by')?.endsWith(',asc')) rows.reverse();
  const start = readFingerprint(url.searchParams.get('fingerprint'));
  const shown = rows.slice(start, start + limit);
  const meta: Record<string, unknown> = { at, page_size: shown.length };
  if (start + limit < rows.length) {
    const fingerprint = Buffer.from(JSON.stringify({ at: start + limit })).toString('base64url');
    const next = new URL(url.pathname + url.search, nextOrigin);
    next.searchParams.set('fingerprint', fingerprint);
    Object.assign(meta, { fingerprint, links: { next: next.href } });
  }
  return { success: true, data: shown.map(show), meta };
}

function readFingerprint(text: string | null): number {
  if (text === null) return 0;
  const { at } = JSON.parse(Buffer.from(text, 'base64url').toString()) as { at: number };
  return at;
}

interface Asked {
  chain: Chain;
  url: URL;
  /** Newest block that is taken for solid. */
  solid: number;
  nextOrigin: string;
  /** Tells of failed transactions as if they had moved something. */
  withFailed: boolean;
  /** Milliseconds that its dates are ahead of the blocks. */
  lateBy: number;
}

/** `/v1/accounts/{a}/transactions/trc20`: transfers of tokens from and to an address, without blocks and log indexes. */
export function accountTransfers(
  { chain, url, solid, nextOrigin, withFailed, lateBy }: Asked,
  account: string,
) {
  const query = url.searchParams;
  const isMine = ({ log }: Found): boolean => {
    const { from, to } = moved(log);
    if (query.get('only_to') === 'true') return to === account;
    if (query.get('only_from') === 'true') return from === account;
    return to === account || from === account;
  };
  const contract = query.get('contract_address');
  const rows = [...transfers(chain, withFailed)].filter(
    (found) =>
      isMine(found) &&
      (contract === null || toBase58(`41${found.log.address}`) === contract) &&
      isAsked(found, query, solid),
  );
  const show = ({ transaction, block, log }: Found) => {
    const address = toBase58(`41${log.address}`);
    const token = chain.tokens.get(address);
    return {
      transaction_id: transaction.id,
      token_info: {
        symbol: token?.symbol ?? '',
        address,
        decimals: token?.decimals ?? 0,
        name: token?.name ?? '',
      },
      block_timestamp: block.timestamp + lateBy,
      ...moved(log),
      type: 'Transfer',
    };
  };
  return pageOf(rows, show, { url, at: chain.head.timestamp, nextOrigin });
}

/** `/v1/contracts/{c}/events` and `/v1/transactions/{id}/events`. */
export function events(
  { chain, url, solid, nextOrigin }: Asked,
  of: { contract?: string; transaction?: string },
) {
  const name = url.searchParams.get('event_name');
  const rows = [...transfers(chain)].filter(
    (found) =>
      (of.contract === undefined || toBase58(`41${found.log.address}`) === of.contract) &&
      (of.transaction === undefined || found.transaction.id === of.transaction) &&
      (name === null || name === 'Transfer') &&
      isAsked(found, url.searchParams, solid),
  );
  const show = ({ transaction, block, log, index }: Found) => {
    const [from, to] = [`0x${log.topics[1]?.slice(24)}`, `0x${log.topics[2]?.slice(24)}`];
    const value = BigInt(`0x${log.data}`).toString();
    return {
      block_number: block.number,
      block_timestamp: block.timestamp,
      caller_contract_address: toBase58(`41${log.address}`),
      contract_address: toBase58(`41${log.address}`),
      event_index: index,
      event_name: 'Transfer',
      result: { 0: from, 1: to, 2: value, from, to, value },
      result_type: { from: 'address', to: 'address', value: 'uint256' },
      event: 'Transfer(address indexed from, address indexed to, uint256 value)',
      transaction_id: transaction.id,
      ...(block.number > solid ? { _unconfirmed: true } : {}),
    };
  };
  return pageOf(rows, show, { url, at: chain.head.timestamp, nextOrigin });
}
