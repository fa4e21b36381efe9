import type { mongo } from 'mongoose';
import { ADDRESS_BYTES, formatAddress, parseAddress } from '../../sdk/address.ts';
import { binary, bytesOf } from '../aggregator/ids.ts';
import { linkFirst } from '../marks/address-links.ts';
import { KEY_WORDS, writeKey } from '../marks/mark-rows.ts';
import { again, type KeyRange, keysWithin } from '../marks/read-runs.ts';
import type { VisitCollections } from '../store/collections.ts';
import { ADDRESS_LINKS } from '../store/marks.ts';

const KEY_BYTES = KEY_WORDS * 4;
/** Addresses of IPv4 begin so. */
const MAPPED = `${'\0'.repeat(10)}\xff\xff`;

/**
 * The ids of visitors with addresses that are named, or that begin with a text. Undefined where there are more than `most`, or where
 * visitors of an earlier release are still to be noted: they are then looked for one by one.
 */
export async function visitorsOfAddresses(
  collections: VisitCollections,
  wanted: { ips: readonly string[] } | { start: string },
  { link, most }: { link: string | undefined; most: number },
): Promise<mongo.Binary[] | undefined> {
  const own = link === undefined ? undefined : Buffer.from(link, 'hex').toString('latin1');
  const addresses = 'ips' in wanted ? addressesOf(wanted.ips) : [];
  if ('ips' in wanted && own !== undefined) return addresses.map((address) => binary(own + address));
  const found = await collections.markRuns.findOne({ _id: ADDRESS_LINKS }, { projection: { isWhole: 1 } });
  if (found?.isWhole !== true) return undefined;
  const ranges = 'ips' in wanted ? addresses.map((address) => padded(address)) : [rangeOfStart(wanted.start)];
  const isMeant = (address: string): boolean =>
    'ips' in wanted || formatAddress(bytesOf(address)).startsWith(wanted.start);
  return again(async () => {
    const visitors = new Set<string>();
    for await (const key of keysWithin(collections, ADDRESS_LINKS, ranges)) {
      if (own !== undefined && !key.endsWith(own)) continue;
      if (!isMeant(key.slice(0, ADDRESS_BYTES))) continue;
      visitors.add(linkFirst(key));
      if (visitors.size > most) return undefined;
    }
    return [...visitors].sort().map(binary);
  });
}

/** Each of some addresses as bytes in latin1 text; what is none has no visitors. */
const addressesOf = (ips: readonly string[]): string[] => [
  ...new Set(
    ips.flatMap((ip) => {
      const bytes = parseAddress(ip);
      // Others are written in another way than visitors' are.
      return bytes === undefined || formatAddress(bytes) !== ip
        ? []
        : [Buffer.from(bytes).toString('latin1')];
    }),
  ),
];

/** Where addresses are whose text begins so: its whole parts say it, and what else is there is passed over. */
function rangeOfStart(start: string): KeyRange {
  if (!start.includes(':')) {
    const whole = start.split('.').slice(0, -1).map(Number);
    const bytes = MAPPED + String.fromCharCode(...whole.map((part) => Math.min(part, 255)));
    return padded(bytes);
  }
  // Groups before one that is cut off, or before zeros that are left out: of those it is not known how many there are.
  const groups = (start.split('::')[0] as string).split(':').slice(0, start.includes('::') ? undefined : -1);
  const bytes = groups.map((group) => Buffer.from(group.padStart(4, '0'), 'hex').toString('latin1'));
  return padded(bytes.join('').slice(0, ADDRESS_BYTES));
}

/** All keys whose address begins with these bytes. */
function padded(bytes: string): KeyRange {
  const range = { first: new Uint32Array(KEY_WORDS), last: new Uint32Array(KEY_WORDS) };
  writeKey(range.first, 0, bytes.padEnd(KEY_BYTES, '\0'));
  writeKey(range.last, 0, bytes.padEnd(KEY_BYTES, '\xff'));
  return range;
}
