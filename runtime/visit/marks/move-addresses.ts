import type { ClientSession, mongo } from 'mongoose';
import { kindsOf } from '../aggregator/days-before.ts';
import { keyOfBinary } from '../aggregator/ids.ts';
import { bitsOf, dayOf } from '../aggregator/recent-hours.ts';
import { storeCommands } from '../aggregator/store-commands.ts';
import { type AddressDocument, COLLECTIONS, visitCollections } from '../store/collections.ts';
import { addMarks, createMarkState, findMarks, rememberRun } from './known-marks.ts';
import { ALL_HOURS, type Mark } from './mark-rows.ts';
import { putTogether } from './put-together.ts';

/** Addresses that are moved in one transaction. */
const PORTION = 10_000;

/**
 * Moves the addresses of owners and of the platform that an earlier release kept as documents into marks: some at a time, each of them in one
 * transaction that also deletes the documents, so that a kill leaves an address in one place or the other. No figure changes. Nobody
 * else may count meanwhile. Throws the store's error; it can be done again.
 * @returns how many there were
 */
export async function moveAddresses({
  database,
  session,
  onPortion,
}: {
  database: mongo.Db;
  session: ClientSession;
  /** Called after each transaction with how many are moved by then. */
  onPortion?(moved: number): void;
}): Promise<number> {
  const collections = visitCollections(database);
  const state = createMarkState();
  let moved = 0;
  for (;;) {
    const some = await collections.addresses.find({}).sort({ _id: 1 }).limit(PORTION).toArray();
    const [first] = some;
    if (first === undefined) return moved;
    const added = await session.withTransaction(
      async () => {
        const store = storeCommands(database, session);
        // What is there already is no matter: it is brought up to which runs there are.
        await findMarks(store, state, new Map([[keyOfBinary(first._id), 0]]));
        const run = addMarks(store, state, some.flatMap(marksOf));
        store.remove(
          COLLECTIONS.addresses,
          some.map(({ _id }) => _id),
        );
        await store.settled();
        return run;
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } },
    );
    if (added !== undefined) rememberRun(state, added);
    moved += some.length;
    onPortion?.(moved);
    await putTogether(collections, (work) => work());
  }
}

/** Each day of an address: hours of one that is no longer kept are taken for known, and kinds that are not known for other. */
function marksOf({ _id, days, kinds = '', recent = [] }: AddressDocument): Mark[] {
  const known = kindsOf(kinds);
  const key = keyOfBinary(_id);
  return [...new Set(days)].map((day) => {
    const hours = recent.find((one) => dayOf(one) === day);
    const kind = known.length === days.length ? known[days.indexOf(day)] : undefined;
    return { key, day, hours: hours === undefined ? ALL_HOURS : bitsOf(hours), kind: kind ?? 'other' };
  });
}
