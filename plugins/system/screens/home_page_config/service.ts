import { errors } from '@waypost/contract';
import { type CollectionDeclaration, type PluginContext, requireRow, type SignedRequest } from '@waypost/sdk';
import {
  EMPTY_HOME_PAGE,
  type HomePage,
  type HomePageVersion,
  type HomePageView,
  zHomePage,
} from './calls.ts';

/** Versions that can be shown again; older ones are forgotten. */
const KEPT_VERSIONS = 50;

export interface VersionDocument {
  /** The number, so that of two who save at once the second is refused. */
  _id: string;
  number: number;
  /** JSON of a `HomePage`. */
  value: string;
  account: string;
  time: Date;
  restores: number | null;
}

export const HOME_PAGE_VERSIONS: CollectionDeclaration<VersionDocument> = {
  name: 'home_page_version',
  fields: { _id: String, number: Number, value: String, account: String, time: Date, restores: Number },
  indexes: [{ keys: { number: -1 } }],
};

/** What the dashboard of customers shows, in versions: each save is a row that nobody changes. */
export function createHomePages(context: PluginContext) {
  const versions = context.collection(HOME_PAGE_VERSIONS);

  const newest = () => versions.findOne({}).sort({ number: -1 }).lean();
  const pageOf = ({ value }: Pick<VersionDocument, 'value'>): HomePage => zHomePage.parse(JSON.parse(value));
  const view = (found: VersionDocument | null): HomePageView => ({
    ...(found ? pageOf(found) : EMPTY_HOME_PAGE),
    version: found?.number ?? 0,
    time: found?.time.toISOString() ?? null,
    account: found?.account ?? null,
  });
  const stale = async () => errors.staleVersion.create({}, { content: view(await newest()) });

  /** Errors: `stale_version` 409 with what is in force. */
  async function save(
    value: HomePage,
    { version, restores }: { version: number; restores: number | null },
    request: SignedRequest,
  ): Promise<HomePageView> {
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
        const was = before === null ? undefined : pageOf(before);
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
    await versions.deleteMany({ number: { $lte: row.number - KEPT_VERSIONS } });
    return view(row);
  }

  return {
    save,
    current: async () => view(await newest()),
    versions: async (): Promise<HomePageVersion[]> => {
      const found = await versions.find({}).sort({ number: -1 }).limit(KEPT_VERSIONS).lean();
      return found.map(({ number, time, account, restores, value }) => {
        const links = pageOf({ value }).links.length;
        return { version: number, time: time.toISOString(), account, restores, links };
      });
    },
    /** Errors: `not_found` 404 for a version that is not kept, else as `save`. */
    restore: async (version: number, restores: number, request: SignedRequest) => {
      const found = await requireRow(versions.findOne({ _id: String(restores) }).lean());
      return save(pageOf(found), { version, restores }, request);
    },
  };
}
