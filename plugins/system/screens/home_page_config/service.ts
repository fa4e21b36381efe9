import { createHash } from 'node:crypto';
import { defineError, errors } from '@waypost/contract';
import {
  type CollectionDeclaration,
  type PluginContext,
  redrawPicture,
  type SignedRequest,
} from '@waypost/sdk';
import { EMPTY_HOME_PAGE, type HomePage, type HomePageVersion, type HomePageView } from './calls.ts';

/** Versions that can be shown again; older ones are forgotten. */
const KEPT_VERSIONS = 50;
/** So long a picture waits for the version that shows it, milliseconds. */
const UNUSED_MS = 86_400_000;
/** Longest sides that are tried, pixels, until a picture is small enough, bytes. */
const SIDES = [1_200, 800, 500, 300] as const;
const DRAWN_MAX_BYTES = 300_000;

const notAPicture = defineError({ code: 'not_a_picture', status: 422 });
const pictureUnknown = defineError({ code: 'home_page_picture_unknown', status: 422 });

interface VersionDocument {
  /** The number, so that of two who save at once the second is refused. */
  _id: string;
  number: number;
  /** JSON of a `HomePage`. */
  value: string;
  account: string;
  time: Date;
  restores: number | null;
}
interface PictureDocument {
  /** Of what is seen, so that the same picture is kept once. */
  _id: string;
  /** PNG in base64. */
  data: string;
  time: Date;
}

const VERSIONS: CollectionDeclaration = {
  name: 'home_page_version',
  fields: { _id: String, number: Number, value: String, account: String, time: Date, restores: Number },
  indexes: [{ keys: { number: -1 } }],
};
const PICTURES: CollectionDeclaration = {
  name: 'home_page_picture',
  fields: { _id: String, data: String, time: Date },
  indexes: [{ keys: { time: 1 } }],
};

/** What the dashboard of customers shows, in versions: each save is a row that nobody changes. */
export function createHomePages(context: PluginContext) {
  const versions = context.collection<VersionDocument>(VERSIONS);
  const pictures = context.collection<PictureDocument>(PICTURES);

  const newest = () => versions.findOne({}).sort({ number: -1 }).lean<VersionDocument>();
  const view = (found: VersionDocument | null): HomePageView => ({
    ...(found ? (JSON.parse(found.value) as HomePage) : EMPTY_HOME_PAGE),
    version: found?.number ?? 0,
    time: found?.time.toISOString() ?? null,
    account: found?.account ?? null,
  });
  const stale = async () => errors.staleVersion.create({}, { content: view(await newest()) });

  /** Errors: `stale_version` 409 with what is in force, `home_page_picture_unknown` 422. */
  async function save(
    value: HomePage,
    { version, restores }: { version: number; restores: number | null },
    request: SignedRequest,
  ): Promise<HomePageView> {
    await requirePictures(value);
    const before = await newest();
    if ((before?.number ?? 0) !== version) throw await stale();
    const { account } = request.caller.actor ?? request.caller;
    const row: VersionDocument = {
      _id: String(version + 1),
      number: version + 1,
      value: JSON.stringify(value),
      account,
      time: context.clock.date(),
      restores,
    };
    await context
      .transaction(async (session) => {
        await versions.create([row], { session });
        const was = before === null ? undefined : (JSON.parse(before.value) as HomePage);
        await context.audit(
          {
            type: 'system.home_page_config.update',
            target: row._id,
            ...(was === undefined ? {} : { before: was }),
            after: value,
            request,
          },
          session,
        );
      })
      .catch(async (error: unknown) => {
        // Somebody else was a moment earlier: the number is taken.
        throw (await versions.exists({ _id: row._id })) ? await stale() : error;
      });
    await forgetOld(row.number);
    return view(row);
  }

  async function requirePictures({ carousel }: HomePage): Promise<void> {
    for (const [index, { picture }] of carousel.entries()) {
      if (picture === '' || (await pictures.exists({ _id: picture }))) continue;
      const message = 'error.home_page_picture_unknown';
      throw pictureUnknown.create({}, { errors: [{ path: `carousel.${index}.picture`, message }] });
    }
  }

  async function forgetOld(number: number): Promise<void> {
    await versions.deleteMany({ number: { $lte: number - KEPT_VERSIONS } });
    const kept = await versions.find({}, { value: 1 }).lean<Pick<VersionDocument, 'value'>[]>();
    const used = kept.flatMap(({ value }) =>
      (JSON.parse(value) as HomePage).carousel.map(({ picture }) => picture),
    );
    const before = new Date(context.clock.now() - UNUSED_MS);
    await pictures.deleteMany({ _id: { $nin: [...new Set(used)] }, time: { $lt: before } });
  }

  return {
    save,
    current: async () => view(await newest()),
    versions: async (): Promise<HomePageVersion[]> => {
      const found = await versions
        .find({})
        .sort({ number: -1 })
        .limit(KEPT_VERSIONS)
        .lean<VersionDocument[]>();
      return found.map(({ number, time, account, restores, value }) => {
        const { carousel, links } = JSON.parse(value) as HomePage;
        const counts = { slides: carousel.length, links: links.length };
        return { version: number, time: time.toISOString(), account, restores, ...counts };
      });
    },
    /** Errors: `not_found` 404 for a version that is not kept, else as `save`. */
    restore: async (version: number, restores: number, request: SignedRequest) => {
      const found = await versions.findOne({ _id: String(restores) }).lean<VersionDocument>();
      if (found === null) throw errors.notFound.create();
      return save(JSON.parse(found.value) as HomePage, { version, restores }, request);
    },
    /** Draws a picture anew and keeps it. Errors: `not_a_picture` 422. */
    keepPicture: async (data: string): Promise<string> => {
      const bytes = new Uint8Array(Buffer.from(data, 'base64'));
      const wrong = { errors: [{ path: 'data', message: 'system.fault.not_a_picture' }] };
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
      throw notAPicture.create({}, wrong);
    },
    /** PNG in base64. Errors: `not_found` 404. */
    picture: async (id: string): Promise<string> => {
      const found = await pictures.findOne({ _id: id }).lean<PictureDocument>();
      if (found === null) throw errors.notFound.create();
      return found.data;
    },
  };
}
