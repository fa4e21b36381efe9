import { ENTITLEMENT_KINDS, type EntitlementKind } from '@waypost/contract';
import {
  againWhenTaken,
  type EntitlementLimits,
  type EntitlementSource,
  type Entitlements,
  type Session,
} from '@waypost/sdk';
import type { Collection, Connection } from 'mongoose';
import { INDEX_QUORUM } from '../../storage/index.ts';
import { limitReached } from './errors.ts';

/** What two that make something of one kind for an account at once both write. */
interface RoomDocument {
  /** `<account>/<kind>` */
  _id: string;
  guard: number;
}

/** Entitlements of one process; nothing is bounded while nobody contributes. */
export function createEntitlements({
  connection,
}: {
  connection: Pick<Connection, 'collection'>;
}): Entitlements {
  const rooms: Collection<RoomDocument> = connection.collection<RoomDocument>('system_entitlement_room');
  const sources = new Set<EntitlementSource>();

  const limitsOf = async (account: string, session: Session | undefined): Promise<EntitlementLimits> => {
    const limits: Record<EntitlementKind, number | null> = { ...UNBOUNDED };
    // One after another: a transaction takes one command at a time.
    for (const source of sources) {
      const said = await source.limitsOf(account, session);
      for (const kind of ENTITLEMENT_KINDS) limits[kind] = smaller(limits[kind], said?.[kind] ?? null);
    }
    return limits;
  };

  return {
    contribute(source) {
      // As an object of its own: whoever contributes twice is asked twice.
      const own = { limitsOf: source.limitsOf.bind(source) };
      sources.add(own);
      return () => void sources.delete(own);
    },
    limitsOf: (account) => limitsOf(account, undefined),
    async requireRoom({ account, kind, adding = 1, count }, session) {
      const most = (await limitsOf(account, session))[kind];
      if (most === null) return;
      await againWhenTaken(() =>
        rooms.updateOne({ _id: `${account}/${kind}` }, { $inc: { guard: 1 } }, { session, upsert: true }),
      );
      const there = await count(session, most);
      if (there + adding > most)
        throw limitReached[kind].create({ most: String(most) }, { content: { kind, most, there } });
    },
  };
}

const UNBOUNDED = Object.fromEntries(ENTITLEMENT_KINDS.map((kind) => [kind, null])) as Record<
  EntitlementKind,
  null
>;

const smaller = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);

/** Makes the collection: within a transaction that is a conflict when two do it at once. Idempotent. */
export async function ensureEntitlementRooms({
  connection,
}: {
  connection: Pick<Connection, 'collection'>;
}): Promise<void> {
  await connection
    .collection<RoomDocument>('system_entitlement_room')
    .createIndex({ guard: 1 }, INDEX_QUORUM);
}
