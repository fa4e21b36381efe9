import type { BulkWrite, CodesOfOwner, PluginContext } from '@waypost/sdk';
import type { StoredDomain } from '../domains/stored.ts';
import { HELD_STATES } from '../domains/values.ts';
import { codeHosts } from '../moving/count-codes.ts';
import { blockedAmong } from '../reserve/policy-blocks.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import { watchResource } from '../screens/domain_monitor/resource.ts';
import { type Held, judge } from './judge.ts';
import { type HomelessPlace, homelessPlaces, writeMark } from './places.ts';

/** Hosts that are looked at together. */
const PORTION = 200;
const DOMAIN_FIELDS = {
  name: 1,
  shown: 1,
  owner: 1,
  type: 1,
  is_platform: 1,
  is_working: 1,
  state: 1,
  lost_time: 1,
} as const;

/** The names among some hosts that somebody has, by host. */
export async function heldNames(
  context: PluginContext,
  hosts: readonly string[],
): Promise<Map<string, Held>> {
  const domains = await context
    .model(domainResource)
    .find({ name: { $in: hosts }, state: { $in: HELD_STATES } }, DOMAIN_FIELDS)
    .lean();
  const watches = await context
    .model(watchResource)
    .find(
      { _id: { $in: domains.map(({ _id }) => _id) } },
      { facets: 1, dns: 1, http: 1, https: 1, certificate: 1, registration: 1 },
    )
    .lean();
  const byId = new Map(watches.map((watch) => [String(watch._id), watch]));
  const blocked = await blockedAmong(
    context,
    domains.map(({ name }) => name),
  );
  return new Map(
    domains.map((domain) => [
      domain.name,
      { domain, watch: byId.get(String(domain._id)), blocked: blocked.get(domain.name) },
    ]),
  );
}

/**
 * Brings in line whose codes on some hosts cannot rest there. It is done anew from what holds now, whatever it was that
 * changed, so it is safe to repeat.
 * @returns false: the plugin of the codes is off, and all of them are gone through once it is back
 */
export async function refreshHosts(context: PluginContext, given: readonly string[]): Promise<boolean> {
  const hosts = [...new Set(given)].filter((host) => host !== '');
  for (let at = 0; at < hosts.length; at += PORTION)
    if (!(await refreshPortion(context, hosts.slice(at, at + PORTION)))) {
      await writeMark(context, { until: null, walk: null });
      return false;
    }
  return true;
}

async function refreshPortion(context: PluginContext, hosts: readonly string[]): Promise<boolean> {
  const service = codeHosts(context);
  if (service === undefined) return false;
  const held = await heldNames(context, hosts);
  const besides: Record<string, string> = {};
  // Where nothing stands against a name its owner's codes need not be counted, which may be all there are.
  for (const [host, one] of held) if (judge(one) === undefined) besides[host] = String(one.domain.owner);
  const counted = await service.owners({ hosts, besides });
  const places = homelessPlaces(context);
  const known = await places.find({ host: { $in: [...hosts] } }).lean();
  const before = new Map(known.map((place) => [place._id, place]));
  const former = await formerNames(context, counted, held);
  const writes: BulkWrite<HomelessPlace>[] = [];
  for (const one of counted) {
    const key = keyOf(one);
    const place = placeOf(one, {
      held: held.get(one.host),
      before: before.get(key),
      former: former.get(key),
      now: context.clock.date(),
    });
    before.delete(key);
    writes.push({ replaceOne: { filter: { _id: key }, replacement: place, upsert: true } });
  }
  for (const _id of before.keys()) writes.push({ deleteOne: { filter: { _id } } });
  if (writes.length > 0) await places.bulkWrite(writes, { ordered: false });
  return true;
}

const keyOf = ({ host, owner }: Pick<CodesOfOwner, 'host' | 'owner'>) => `${host} ${owner}`;

type Former = Pick<StoredDomain, 'name' | 'owner' | 'shown' | 'type' | 'ended_time'>;

function placeOf(
  { host, owner, codes, first }: CodesOfOwner,
  given: {
    held: Held | undefined;
    before: HomelessPlace | undefined;
    former: Former | undefined;
    now: Date;
  },
): HomelessPlace {
  const { held, before, former, now } = given;
  const isTheirs = held !== undefined && String(held.domain.owner) === owner;
  const judged = isTheirs ? judge(held) : undefined;
  const reason = judged?.reason ?? (held === undefined ? 'missing' : 'foreign');
  const known = before?.reason === reason ? before.since : now;
  return {
    _id: keyOf({ host, owner }),
    host,
    owner,
    reason,
    codes,
    first,
    shown: held?.domain.shown ?? former?.shown ?? before?.shown ?? host,
    type: (isTheirs ? held.domain.type : (former?.type ?? held?.domain.type)) ?? before?.type ?? null,
    since: (judged === undefined ? former?.ended_time : judged.since) ?? known,
  };
}

/** What somebody had of these names before, the last of each. */
async function formerNames(
  context: PluginContext,
  counted: readonly CodesOfOwner[],
  held: ReadonlyMap<string, Held>,
): Promise<Map<string, Former>> {
  const lost = counted.filter(({ host, owner }) => String(held.get(host)?.domain.owner) !== owner);
  if (lost.length === 0) return new Map();
  const found = await context
    .model(domainResource)
    .find(
      {
        name: { $in: [...new Set(lost.map(({ host }) => host))] },
        owner: { $in: [...new Set(lost.map(({ owner }) => owner))] },
        is_there: false,
      },
      { name: 1, owner: 1, shown: 1, type: 1, ended_time: 1 },
    )
    .sort({ ended_time: 1 })
    .lean();
  return new Map(found.map((row) => [keyOf({ host: row.name, owner: String(row.owner) }), row]));
}
