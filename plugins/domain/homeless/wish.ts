import type { CodesToMove, PluginContext } from '@waypost/sdk';
import { usableAmong } from '../domains/domain-names.ts';
import type { HomelessWish } from '../screens/nodomain/calls.ts';
import { placesOf } from './list-codes.ts';
import { type HomelessPlace, homelessPlaces } from './places.ts';

/** Which codes somebody means, and of whom they may mean any. Undefined `owner`: everybody's. */
export interface Meant {
  wish: HomelessWish;
  owner: string | undefined;
}

/** The places that are meant. */
export function meantPlaces({ wish, owner }: Meant): object {
  const { rows, filter = {} } = wish;
  if (rows === undefined) return placesOf(filter, owner);
  return {
    host: { $in: [...new Set(rows.map(({ host }) => host))] },
    ...(owner === undefined ? {} : { owner }),
  };
}

/** What is asked of the plugin of the codes for one place. */
export function moveOf({ host, owner, reason }: HomelessPlace, { wish }: Meant, to: string): CodesToMove {
  const ids = wish.rows?.filter((row) => row.host === host).map(({ id }) => id);
  return {
    from: host,
    to,
    owner,
    keeps_printed: reason !== 'missing',
    ...(ids === undefined ? {} : { ids }),
  };
}

/** The places that are meant by their ids, `limit` at a time. */
export async function nextPlaces(
  context: PluginContext,
  meant: Meant,
  { after, limit }: { after: string; limit: number },
): Promise<HomelessPlace[]> {
  return homelessPlaces(context)
    .find({ $and: [meantPlaces(meant), { _id: { $gt: after } }] })
    .sort({ _id: 1 })
    .limit(limit)
    .lean();
}

/** Remembers for a while who may put codes on a name; anybody may on the platform's own address. */
export function createUsable(context: PluginContext, to: string): (owner: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return (owner) => {
    const found =
      known.get(owner) ??
      (to === '' ? Promise.resolve(true) : usableAmong(context, { owner, hosts: [to] }).then(hasAny));
    known.set(owner, found);
    return found;
  };
}

const hasAny = (names: readonly unknown[]): boolean => names.length > 0;
