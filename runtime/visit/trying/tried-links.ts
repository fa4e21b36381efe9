import mongoose from 'mongoose';
import { within } from '../links/arena.ts';
import { poolIdOf } from '../links/link-content.ts';
import { LinkIndex } from '../links/link-index.ts';
import { splitKey } from '../links/read-stored-link.ts';
import { addressAt, targetAt, targetCountOf } from '../links/record.ts';
import { readEnd } from '../path/link-end.ts';
import { splitHost } from '../rules/host-name.ts';
import type { LinkDocument, VisitCollections } from '../store/collections.ts';

const { ObjectId } = mongoose.mongo;

/**
 * An index of one link as the store has it: its places, the pools that it leads to, and as much of other links as tells whether an
 * address of it is one of ours.
 */
export async function readTriedLinks(
  { links }: Pick<VisitCollections, 'links'>,
  id: string,
): Promise<LinkIndex> {
  const index = new LinkIndex();
  const put = (rows: readonly LinkDocument[]): void => {
    for (const { _id, k, v } of rows)
      index.put({ id: _id.id, ...splitKey(k), compiled: v.buffer.subarray(0, v.position) });
  };
  const _id = new ObjectId(id);
  put(await links.find({ $or: [{ _id }, { m: _id }] }).toArray());
  const pools = [...new Set(addressesIn(index).flatMap((address) => poolIdOf(address) ?? []))];
  if (pools.length > 0)
    put(await links.find({ _id: { $in: pools.map((pool) => new ObjectId(pool)) } }).toArray());
  const places = placesIn(addressesIn(index));
  const keys = places.flatMap(({ host, segment }) => [`${host}/${segment}`, `/${segment}`]);
  if (keys.length > 0) put(await links.find({ k: { $in: keys } }).toArray());
  // A host that has links of its own answers those alone, so that one of them has to be known.
  const hosts = [...new Set(places.map(({ host }) => host))].filter((host) => !index.hasHost(host));
  const some = await Promise.all(
    hosts.map((host) => links.findOne({ k: { $gte: `${host}/`, $lt: `${host}0` } })),
  );
  put(some.filter((row) => row !== null));
  return index;
}

/** All that the links of an index could lead to: targets, items of pools, ends and rules. */
function addressesIn(index: LinkIndex): string[] {
  const found: string[] = [];
  for (let ordinal = 0; ordinal < index.end; ordinal++) {
    const position = index.recordOf(ordinal);
    const [bytes, offset] = [index.arena.bytesAt(position), within(position)];
    for (let at = 0; at < targetCountOf(bytes, offset); at++)
      found.push(addressAt(bytes, targetAt(bytes, offset, at)));
    const end = readEnd(bytes, offset);
    if (end !== undefined) found.push(end.address);
  }
  // Whatever of the texts is an address: more than is needed does no harm.
  for (const text of index.rules.list()) found.push(...(text.match(/https?:\/\/[^"\\]+/g) ?? []));
  return found;
}

function placesIn(addresses: readonly string[]): { host: string; segment: string }[] {
  return addresses.flatMap((address) => {
    const url = URL.canParse(address) && /^https?:/.test(address) ? new URL(address) : undefined;
    const segment = url === undefined ? undefined : /^\/([^/]+)\/?$/.exec(url.pathname)?.[1];
    return url === undefined || segment === undefined ? [] : [{ host: splitHost(url.host).name, segment }];
  });
}
