import type { CollectionDeclaration, PluginContext } from '@waypost/sdk';

/** When somebody looked at the overview. */
export interface HomeVisit {
  /** Id of the account. */
  _id: string;
  /** The last look. */
  last: Date;
  /** The last look of the visit before; null: this is the first one. */
  since: Date | null;
}

const MINUTE_MS = 60_000;
/** Whoever was away for longer comes back to another visit, milliseconds. */
const AWAY_MS = 30 * MINUTE_MS;
/** What is older is told by the lists, milliseconds. */
const LONGEST_MS = 30 * 86_400_000;
/** Who does not come back for so long is told as on the first day, seconds. */
const KEPT_SECONDS = 400 * 86_400;

const COLLECTION: CollectionDeclaration<HomeVisit> = {
  name: 'home_visit',
  onUninstall: 'drop',
  fields: { _id: String, last: Date, since: Date },
  indexes: [{ keys: { last: 1 }, expireAfterSeconds: KEPT_SECONDS }],
};

export const homeVisitsOf = (context: Pick<PluginContext, 'collection'>) => context.collection(COLLECTION);

/** Notes that somebody looks now. @returns until when they had seen everything; null: they were never here */
export async function seenUntil(
  context: Pick<PluginContext, 'collection' | 'clock'>,
  account: string,
): Promise<Date | null> {
  const visits = homeVisitsOf(context);
  const now = context.clock.date();
  const known = await visits.findById(account).lean();
  const next = nextVisit(known ?? undefined, now);
  // Another tab or process may look at the same moment: the first of them says since when.
  if (known === null)
    await visits.updateOne({ _id: account }, { $setOnInsert: next }, { upsert: true, timestamps: false });
  else if (next !== known) await visits.updateOne({ _id: account, last: known.last }, { $set: next });
  return next.since;
}

/** What is known of somebody's visits once they look at `now`; the same object where nothing has to be written. */
export function nextVisit(
  known: Pick<HomeVisit, 'last' | 'since'> | undefined,
  now: Date,
): Pick<HomeVisit, 'last' | 'since'> {
  if (known === undefined) return { last: now, since: null };
  const passed = now.getTime() - known.last.getTime();
  if (passed < MINUTE_MS) return known;
  if (passed < AWAY_MS) return { last: now, since: known.since };
  return { last: now, since: new Date(Math.max(known.last.getTime(), now.getTime() - LONGEST_MS)) };
}
