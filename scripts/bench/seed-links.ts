import type { VisitLink, VisitRule } from '@waypost/contract';
import mongoose, { type mongo } from 'mongoose';
import { compileLink } from '../../runtime/visit/links/compiled-link.ts';
import { type LinkDocument, visitCollections } from '../../runtime/visit/store/collections.ts';
import { ensureVisitCollections } from '../../runtime/visit/store/ensure-collections.ts';

const { Binary, ObjectId } = mongoose.mongo;
const LINKS_AT_ONCE = 10_000;
const OWNERS = 100;

function link(number: number, host: string, targetHosts: number): VisitLink {
  const code = `c${String(number).padStart(6, '0')}`;
  const target = targetHosts === 0 ? 'target.example' : `t${number % targetHosts}.target.example`;
  return {
    id: Bun.hash.crc32(code).toString(16).padStart(8, '0') + number.toString(16).padStart(16, '0'),
    owner: (number % OWNERS).toString(16).padStart(24, '5'),
    plugin: 'qr',
    host,
    code,
    state: 'on',
    targets: [{ url: `https://${target}/landing/page/${number}`, weight: 1, threshold: 0 }],
    rotation_model: 1,
    jump_type: 6,
    access_mode: 1,
    visit_restriction: 1,
    open_log: 1,
  };
}

/** The host that a link stands on, where links stand on so many hosts in turn; visits.lua asks for it there. */
const hostOf = (number: number, hosts: number): string => (hosts === 0 ? '' : `d${number % hosts}.example`);

/**
 * Publishes links c000000, c000001, … of 100 owners.
 * @param options rules that each of them has; the number of hosts that they stand on, 0 for the platform's own address; the number
 * of hosts that they lead to, 0 for a single one
 */
export async function seedLinks(
  database: mongo.Db,
  count: number,
  {
    rules = [],
    hosts = 0,
    targetHosts = 0,
  }: { rules?: readonly VisitRule[]; hosts?: number; targetHosts?: number } = {},
): Promise<void> {
  await ensureVisitCollections(database);
  const { links } = visitCollections(database);
  for (let start = 0; start < count; start += LINKS_AT_ONCE) {
    const documents: LinkDocument[] = [];
    for (let number = start; number < Math.min(count, start + LINKS_AT_ONCE); number++) {
      const one = { ...link(number, hostOf(number, hosts), targetHosts), rules: [...rules] };
      documents.push({
        _id: new ObjectId(one.id),
        k: `${one.host}/${one.code}`,
        v: new Binary(compileLink(one)),
      });
    }
    await links.insertMany(documents, { ordered: false });
  }
}
