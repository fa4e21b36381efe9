import { errors } from '@waypost/contract';
import { type CollectionDeclaration, type PluginContext, redrawSmall, type Session } from '@waypost/sdk';
import { mallErrors } from '../errors.ts';

/** So long a picture waits for what shows it, milliseconds. */
const UNUSED_MS = 86_400_000;
/** Unused pictures that one look takes away at most. */
const MOST_FORGOTTEN = 200;

interface PictureDocument {
  /** Of what is seen, so that the same picture is kept once. */
  _id: string;
  /** PNG in base64. */
  data: string;
  time: Date;
}
const PICTURES: CollectionDeclaration<PictureDocument> = {
  name: 'picture',
  onUninstall: 'keep',
  fields: { _id: String, data: String, time: Date },
  indexes: [{ keys: { time: 1, _id: 1 } }],
};

/** Says which of some pictures are shown somewhere. */
export type PictureUse = (pictures: readonly string[]) => Promise<readonly string[]>;

/** Where the pictures of the catalogue are kept. */
export interface Pictures {
  /** Draws a picture anew and keeps it. Errors: `mall.not_a_picture` 422. */
  keep(data: string): Promise<string>;
  /** PNG in base64. Errors: `not_found` 404. */
  read(picture: string): Promise<string>;
  /** Errors: `invalid_input` 422 at `path` for the first that is not kept. */
  require(pictures: readonly string[], path: string, session: Session): Promise<void>;
  /** From now on what is used there is not forgotten. */
  usedBy(use: PictureUse): void;
  /** Takes away what nothing has shown for a day. */
  forgetUnused(): Promise<void>;
}

/** Pictures beside the rows that show them, in the store, so that a backup has them. */
export function createPictures(context: Pick<PluginContext, 'clock' | 'collection'>): Pictures {
  const pictures = context.collection(PICTURES);
  const uses: PictureUse[] = [];
  return {
    async keep(data) {
      const drawn = await redrawSmall(new Uint8Array(Buffer.from(data, 'base64')));
      if (drawn === undefined)
        throw mallErrors.notAPicture.create(
          {},
          { errors: [{ path: 'data', message: 'error.mall.not_a_picture' }] },
        );
      const kept = { data: Buffer.from(drawn.png).toString('base64'), time: context.clock.date() };
      await pictures.updateOne({ _id: drawn.name }, { $set: kept }, { upsert: true });
      return drawn.name;
    },
    async read(picture) {
      const found = await pictures.findById(picture).lean();
      if (found === null) throw errors.notFound.create();
      return found.data;
    },
    async require(wanted, path, session) {
      for (const _id of new Set(wanted)) {
        // Written, so that whoever forgets it at this moment and whoever shows it do not both succeed.
        const set = { $set: { time: context.clock.date() } };
        const { matchedCount } = await pictures.updateOne({ _id }, set, { session });
        if (matchedCount === 1) continue;
        throw errors.invalidInput.create({}, { errors: [{ path, message: 'mall.fault.picture' }] });
      }
    },
    usedBy: (use) => void uses.push(use),
    async forgetUnused() {
      const before = new Date(context.clock.now() - UNUSED_MS);
      const old = await pictures
        .find({ time: { $lt: before } }, { _id: 1 })
        .sort({ time: 1, _id: 1 })
        .limit(MOST_FORGOTTEN)
        .lean();
      const ids = old.map(({ _id }) => _id);
      if (ids.length === 0) return;
      const used = (await Promise.all(uses.map((use) => use(ids)))).flat();
      // What is used is young again: the next look begins with others.
      await pictures.updateMany({ _id: { $in: used } }, { $set: { time: context.clock.date() } });
      const unused = ids.filter((id) => !used.includes(id));
      await pictures.deleteMany({ _id: { $in: unused }, time: { $lt: before } });
    },
  };
}
