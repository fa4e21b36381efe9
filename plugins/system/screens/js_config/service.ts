import { errors, paging, type ResultOf } from '@waypost/contract';
import { type CollectionDeclaration, type PluginContext, requireRow, type SignedRequest } from '@waypost/sdk';
import {
  TEMPLATED_TYPES,
  type TemplatedType,
  type TemplateVersion,
  type TemplateView,
  type templatesInquire,
  type templateVersions,
} from './calls.ts';

/** Versions of each jump type that can be put in force again; older ones are forgotten. */
export const KEPT_VERSIONS = 200;

interface VersionDocument {
  /** Jump type and number, so that of two who save at once the second is refused. */
  _id: string;
  jump_type: TemplatedType;
  version: number;
  /** Empty: the built-in page. */
  html: string;
  size: number;
  note: string;
  account: string;
  time: Date;
  restores: number | null;
}

/** What answers visits follows it by this name (`JUMP_TEMPLATE`): of each jump type the highest version is in force. */
const VERSIONS: CollectionDeclaration<VersionDocument> = {
  name: 'jump_template',
  fields: {
    _id: String,
    jump_type: Number,
    version: Number,
    html: String,
    size: Number,
    note: String,
    account: String,
    time: Date,
    restores: Number,
  },
  indexes: [{ keys: { jump_type: 1, version: -1 }, unique: true }],
};

type Facts = Omit<VersionDocument, '_id' | 'html' | 'account' | 'time'>;

/** The pages of jump types in versions: each save is a row that nobody changes, and the newest is in force. */
export function createTemplateVersions(context: PluginContext) {
  const versions = context.collection(VERSIONS);
  const newest = (jump_type: TemplatedType) => versions.findOne({ jump_type }).sort({ version: -1 }).lean();
  const current = async (jump_type: TemplatedType) => viewOf(jump_type, await newest(jump_type));
  const stale = async (jump_type: TemplatedType) =>
    errors.staleVersion.create({}, { content: await current(jump_type) });

  /** Errors: `stale_version` 409 with what is in force. */
  async function save(
    { html, note = '', jump_type, version, restores = null }: Saved,
    request: SignedRequest,
  ): Promise<TemplateView> {
    const before = await newest(jump_type);
    if ((before?.version ?? 0) !== version) throw await stale(jump_type);
    const { account } = request.caller.actor ?? request.caller;
    const size = new TextEncoder().encode(html).length;
    const facts: Facts = { jump_type, version: version + 1, size, note, restores };
    const _id = `${jump_type}.${version + 1}`;
    const row: VersionDocument = { _id, ...facts, html, account, time: context.clock.date() };
    await context
      .transaction(async (session) => {
        await versions.create([row], { session });
        const told = { ...facts, ...(html === '' ? { page: 'built_in' } : {}) };
        const was = before === null ? {} : { before: factsOf(before) };
        await context.audit(
          { type: 'system.js_config.update', target: _id, ...was, after: told, request },
          session,
        );
      })
      .catch(async (error: unknown) => {
        // Somebody else was a moment earlier: the number is taken.
        throw (await versions.exists({ _id })) ? await stale(jump_type) : error;
      });
    await versions.deleteMany({ jump_type, version: { $lte: row.version - KEPT_VERSIONS } });
    return viewOf(jump_type, row);
  }

  /** Errors: `not_found` 404 for a version that is not kept. */
  async function find(jump_type: TemplatedType, version: number): Promise<VersionDocument> {
    return requireRow(versions.findOne({ jump_type, version }).lean());
  }

  return {
    save,
    inquire: async (): Promise<ResultOf<typeof templatesInquire>> => {
      const views = await Promise.all(TEMPLATED_TYPES.map(current));
      return { content: views.map(({ html: _html, ...facts }) => facts) };
    },
    details: async (jump_type: TemplatedType, version: number | undefined): Promise<TemplateView> =>
      version === undefined ? current(jump_type) : viewOf(jump_type, await find(jump_type, version)),
    /** Errors: `not_found` 404, else as `save`. */
    restore: async (
      { jump_type, version, restores }: { jump_type: TemplatedType; version: number; restores: number },
      request: SignedRequest,
    ): Promise<TemplateView> => {
      const { html, note } = await find(jump_type, restores);
      return save({ jump_type, version, restores, html, note }, request);
    },
    versions: async ({
      jump_type,
      ...query
    }: {
      jump_type: TemplatedType;
      page?: number | undefined;
      page_size?: number | undefined;
    }): Promise<ResultOf<typeof templateVersions>> => {
      const { page, page_size, skip } = paging(query);
      const [found, count, last] = await Promise.all([
        versions.find({ jump_type }, { html: 0 }).sort({ version: -1 }).skip(skip).limit(page_size).lean(),
        versions.countDocuments({ jump_type }),
        versions.findOne({ jump_type }, { version: 1 }).sort({ version: -1 }).lean(),
      ]);
      const content = found.map(
        ({ _id, ...row }): TemplateVersion => ({
          ...row,
          restores: row.restores ?? null,
          is_built_in: row.size === 0,
          is_current: row.version === last?.version,
          time: row.time.toISOString(),
        }),
      );
      return { content, count, page, page_size };
    },
  };
}

interface Saved {
  jump_type: TemplatedType;
  version: number;
  html: string;
  note?: string | undefined;
  restores?: number | null;
}

const factsOf = ({ jump_type, version, size, note, restores }: VersionDocument): Facts => ({
  jump_type,
  version,
  size,
  note,
  restores,
});

const viewOf = (jump_type: TemplatedType, found: VersionDocument | null): TemplateView => ({
  jump_type,
  version: found?.version ?? 0,
  is_built_in: (found?.html ?? '') === '',
  note: found?.note ?? '',
  size: found?.size ?? 0,
  time: found?.time.toISOString() ?? null,
  account: found?.account ?? null,
  restores: found?.restores ?? null,
  html: found?.html ?? '',
});
