import { createHash } from 'node:crypto';
import { defineError, errors } from '@waypost/contract';
import { type CollectionDeclaration, type PluginContext, redrawPicture, type Session } from '@waypost/sdk';

/** So long a picture waits for what shows it, milliseconds. */
const UNUSED_MS = 86_400_000;
/** Unused pictures that one look takes away at most. */
const MOST_FORGOTTEN = 50;
/** Longest sides that are tried, pixels, until a picture is small enough, bytes. */
const SIDES = [1_200, 800, 500, 300] as const;
const DRAWN_MAX_BYTES = 300_000;

const notAPicture = defineError({ code: 'not_a_picture', status: 422 });
const pictureUnknown = defineError({ code: 'picture_unknown', status: 422 });

interface PictureDocument {
  /** Of what is seen, so that the same picture is kept once. */
  _id: string;
  /** PNG in base64. */
  data: string;
  time: Date;
}

const PICTURES: CollectionDeclaration = {
  // Its first pictures were those of the home page.
  name: 'home_page_picture',
  fields: { _id: String, data: String, time: Date },
  indexes: [{ keys: { time: 1 } }],
};

/** Says which of some pictures are shown somewhere. */
export type PictureUse = (pictures: readonly string[]) => Promise<readonly string[]>;

/** Where the pictures of rotations and texts are kept. All of it that anybody may rely on, whatever it is kept in. */
export interface Pictures {
  /** Draws a picture anew and keeps it. Errors: `not_a_picture` 422. */
  keep(data: string): Promise<string>;
  /** PNG in base64. Errors: `not_found` 404. */
  read(picture: string): Promise<string>;
  /** Errors: `picture_unknown` 422 at `path` for the first that is not kept. */
  require(pictures: readonly string[], path: string, session: Session): Promise<void>;
  /** From now on what is used there is not forgotten. */
  usedBy(use: PictureUse): void;
  /** Takes away what nothing has shown for a day. */
  forgetUnused(): Promise<void>;
}

/** Pictures beside the rows that show them, in the store, so that a backup has them. */
export function createPictures(context: Pick<PluginContext, 'clock' | 'collection'>): Pictures {
  const pictures = context.collection<PictureDocument>(PICTURES);
  const uses: PictureUse[] = [];
  return {
    async keep(data) {
      const bytes = new Uint8Array(Buffer.from(data, 'base64'));
      for (const side of SIDES) {
        const drawn = await redrawPicture(bytes, side);
        if (!drawn) break;
        // A photograph is large as a PNG: a smaller one will do.
        if (drawn.png.length > DRAWN_MAX_BYTES) continue;
        const _id = createHash('sha256').update(drawn.png).digest('hex').slice(0, 32);
        const kept = { data: Buffer.from(drawn.png).toString('base64'), time: context.clock.date() };
        await pictures.updateOne({ _id }, { $set: kept }, { upsert: true });
        return _id;
      }
      const message = 'system.fault.not_a_picture';
      throw notAPicture.create({}, { errors: [{ path: 'data', message }] });
    },
    async read(picture) {
      const found = await pictures.findById(picture).lean<PictureDocument>();
      if (found === null) throw errors.notFound.create();
      return found.data;
    },
    async require(wanted, path, session) {
      for (const _id of wanted) {
        // Written, so that whoever forgets it at this moment and whoever shows it do not both succeed.
        const set = { $set: { time: context.clock.date() } };
        const { matchedCount } = await pictures.updateOne({ _id }, set, { session });
        if (matchedCount === 1) continue;
        const message = 'error.picture_unknown';
        throw pictureUnknown.create({}, { errors: [{ path, message }] });
      }
    },
    usedBy: (use) => void uses.push(use),
    async forgetUnused() {
      const before = new Date(context.clock.now() - UNUSED_MS);
      const old = await pictures
        .find({ time: { $lt: before } }, { _id: 1 })
        .sort({ time: 1 })
        .limit(MOST_FORGOTTEN)
        .lean<Pick<PictureDocument, '_id'>[]>();
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
