import type { ClientSession, mongo } from 'mongoose';
import { ADDRESS_BYTES } from '../../sdk/address.ts';
import { keyOfBinary } from '../aggregator/ids.ts';
import { type StoreCommands, storeCommands } from '../aggregator/store-commands.ts';
import { COLLECTIONS, type VisitorDocument, visitCollections } from '../store/collections.ts';
import { dropFormer } from '../store/list-indexes.ts';
import { ADDRESS_LINKS, type MarkRunsDocument } from '../store/marks.ts';
import { type AddedRun, addRun } from './known-marks.ts';
import type { Mark } from './mark-rows.ts';
import { putTogether } from './put-together.ts';

const LINK_BYTES = 12;
/** Visitors that are noted in one transaction. */
const PORTION = 50_000;
const NO_RUNS: Runs = { revision: 0, runs: [] };
/** What visitors were found by before. */
const FORMER_INDEX = { ip: 1 } as const;

/** The key of a visitor (link and address, as bytes in latin1 text) in `ADDRESS_LINKS`, and back. */
export const addressFirst = (visitor: string): string =>
  visitor.slice(LINK_BYTES) + visitor.slice(0, LINK_BYTES);
export const linkFirst = (key: string): string => key.slice(ADDRESS_BYTES) + key.slice(0, ADDRESS_BYTES);

const rowOf = (visitor: string): Mark => ({ key: addressFirst(visitor), day: 0, hours: 0, kind: 'desktop' });

type Runs = Pick<MarkRunsDocument, 'revision' | 'runs'>;

/** The runs that a batch adds to. */
export async function readAddressLinks(store: StoreCommands): Promise<Runs> {
  const [runs] = await store.find<MarkRunsDocument>(COLLECTIONS.markRuns, [ADDRESS_LINKS]);
  return runs ?? NO_RUNS;
}

/** Notes visitors that a batch has made, in its transaction; answers the runs that there are then. */
export const addAddressLinks = (
  store: StoreCommands,
  before: Runs,
  visitors: readonly string[],
): Pick<AddedRun, 'revision' | 'runs'> =>
  visitors.length === 0 ? before : addRun(store, ADDRESS_LINKS, before, visitors.map(rowOf));

/**
 * Notes all visitors that an earlier release has written: some at a time, so that it goes on where a kill ended it. Visitors are found by an index of
 * their addresses until it is done, and the index goes then. Throws the store's error; it can be done again.
 */
export async function fillAddressLinks({
  database,
  session,
  portion = PORTION,
  onPortion,
}: {
  database: mongo.Db;
  session: ClientSession;
  portion?: number;
  /** Called after each transaction. */
  onPortion?(): void;
}): Promise<void> {
  const collections = visitCollections(database);
  const { markRuns, visitors } = collections;
  for (;;) {
    const found = await markRuns.findOne({ _id: ADDRESS_LINKS });
    if (found?.isWhole === true) break;
    const some = await visitors
      .find(from(found?.until), { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(portion)
      .toArray();
    const last = some.at(-1);
    const said = { isWhole: some.length < portion, ...(last === undefined ? {} : { until: last._id }) };
    const rows = some.map(({ _id }) => rowOf(keyOfBinary(_id)));
    await session.withTransaction(
      async () => {
        const store = storeCommands(database, session);
        addRun(store, ADDRESS_LINKS, found ?? NO_RUNS, rows, said);
        await store.settled();
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } },
    );
    onPortion?.();
    while (await putTogether(collections, (work) => work(), ADDRESS_LINKS));
  }
  await dropFormer(visitors, [FORMER_INDEX]);
}

const from = (until: mongo.Binary | undefined): mongo.Filter<VisitorDocument> =>
  (until === undefined ? {} : { _id: { $gt: until } }) as mongo.Filter<VisitorDocument>;
