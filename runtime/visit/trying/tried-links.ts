import { codeInPath, withoutTail } from '@waypost/contract';
import mongoose from 'mongoose';
import { within } from '../links/arena.ts';
import { FORWARD_HOST, forwardsKey } from '../links/compiled-forwards.ts';
import { shieldKey } from '../links/compiled-shield.ts';
import { poolIdOf } from '../links/link-content.ts';
import { LinkIndex } from '../links/link-index.ts';
import { splitKey } from '../links/read-stored-link.ts';
import { addressAt, targetAt, targetCountOf } from '../links/record.ts';
import { meetAt } from '../path/forwards.ts';
import { readEnd } from '../path/link-end.ts';
import { MAX_HOPS } from '../path/own-targets.ts';
import { readHost } from '../rules/host-name.ts';
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
  // What is looked at before the link itself.
  const owners = index.owners.list().map((owner) => Buffer.from(owner, 'latin1').toString('hex'));
  put(await links.find({ k: { $in: [null, ...owners].map(shieldKey) } }).toArray());
  const pools = [...new Set(addressesIn(index).flatMap((address) => poolIdOf(address) ?? []))];
  if (pools.length > 0)
    put(await links.find({ _id: { $in: pools.map((pool) => new ObjectId(pool)) } }).toArray());
  let places = placesIn(addressesIn(index));
  const asked = new Set<string>();
  // By the rules of hosts an address may lead to a code that none of them names.
  for (let steps = 0; steps <= MAX_HOPS; steps++) {
    const keys = places
      .flatMap(({ host, code }) => [
        forwardsKey(host),
        ...(code === undefined ? [] : [`${host}/${code}`, `/${code}`]),
      ])
      .filter((key) => !asked.has(key));
    if (keys.length === 0) break;
    for (const key of keys) asked.add(key);
    put(await links.find({ k: { $in: keys } }).toArray());
    const addresses = addressesIn(index);
    places = placesIn([...addresses, ...addresses.flatMap((address) => ledBy(index, address))]);
  }
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

/** Where the rules that an index knows lead an address, step by step. */
function ledBy(index: LinkIndex, address: string): string[] {
  const led: string[] = [];
  for (let at = address; led.length <= MAX_HOPS; ) {
    const host = hostIn(at);
    const rules = host === undefined ? -1 : index.find(index.hosts.numberOf(FORWARD_HOST), host);
    const met = rules < 0 ? undefined : meetAt(index, rules, at);
    if (met === undefined) break;
    led.push(met.address);
    at = met.address;
  }
  return led;
}

function placesIn(addresses: readonly string[]): { host: string; code: string | undefined }[] {
  return addresses.flatMap((address) => {
    const host = hostIn(address);
    if (host === undefined) return [];
    const asked = codeInPath(new URL(address).pathname);
    const codes = asked === undefined ? [undefined] : [...new Set([asked, withoutTail(asked)])];
    return codes.map((code) => ({ host, code }));
  });
}

function hostIn(address: string): string | undefined {
  const url = /^https?:/.test(address) ? URL.parse(address) : null;
  return url === null ? undefined : readHost(url.host).name;
}
