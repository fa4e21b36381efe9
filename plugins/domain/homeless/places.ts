import type { CollectionDeclaration, PluginContext } from '@waypost/sdk';
import type { HomelessReason } from './values.ts';

/** A host on which codes of one owner stand and cannot rest, with how many. */
export interface HomelessPlace {
  /** `host owner`: one of each. */
  _id: string;
  host: string;
  /** The host in its own script. */
  shown: string;
  owner: string;
  /** Null: nobody knows what it was for. */
  type: number | null;
  reason: HomelessReason;
  since: Date;
  codes: number;
  /** Those of them that are printed with the host. */
  first: number;
}

/** How far the places are in line with the codes: one document. */
interface HomelessMark {
  _id: string;
  /** Changes of codes until then are in; null: all of them have to be gone through. */
  until: Date | null;
  /** The code after which going through them goes on; null: from the first. */
  walk: string | null;
  /** When all of them were gone through last. */
  walked: Date | null;
}

const PLACES: CollectionDeclaration<HomelessPlace> = {
  name: 'homeless_place',
  onUninstall: 'drop',
  fields: {
    _id: String,
    host: String,
    shown: String,
    owner: String,
    type: Number,
    reason: String,
    since: Date,
    codes: Number,
    first: Number,
  },
  indexes: [
    { keys: { host: 1 } },
    { keys: { since: -1, _id: 1 } },
    { keys: { owner: 1, since: -1, _id: 1 } },
    { keys: { shown: 1, _id: 1 } },
    { keys: { owner: 1, shown: 1, _id: 1 } },
  ],
};
const MARKS: CollectionDeclaration<HomelessMark> = {
  name: 'homeless_mark',
  onUninstall: 'drop',
  fields: { _id: String, until: Date, walk: String, walked: Date },
};
const CODES = 'codes';

export const homelessPlaces = (context: PluginContext) => context.collection(PLACES);
const marks = (context: PluginContext) => context.collection(MARKS);

/** Makes the collections at activation. */
export function keepPlaces(context: PluginContext): void {
  homelessPlaces(context);
  marks(context);
}

export async function readMark(context: PluginContext): Promise<HomelessMark> {
  const found = await marks(context).findById(CODES).lean();
  return found ?? { _id: CODES, until: null, walk: null, walked: null };
}

export async function writeMark(
  context: PluginContext,
  change: Partial<Omit<HomelessMark, '_id'>>,
): Promise<void> {
  await marks(context).updateOne({ _id: CODES }, { $set: change }, { upsert: true });
}
