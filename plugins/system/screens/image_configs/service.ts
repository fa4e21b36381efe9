import { AppError, errors, type RowOf, YesNo } from '@waypost/contract';
import {
  newId,
  newVersion,
  type PluginContext,
  type ResourceBinding,
  type Session,
  type SignedRequest,
} from '@waypost/sdk';
import { fileErrors } from '../../files/errors.ts';
import {
  FOLDER,
  LOCAL_PLACE_ID,
  type PlaceFilter,
  type PlaceRow,
  type Places,
  sealKey,
  WHERE,
} from '../../files/places.ts';
import { storedFile } from '../../files/resource.ts';
import { UploadType } from '../../files/values.ts';
import { storagePlace } from './resource.ts';

/** The functions behind resource `system.image_configs`. */
export function bindPlaces(context: PluginContext): ResourceBinding<typeof storagePlace> {
  const places = context.model(storagePlace);
  return {
    present: (rows) => withFigures(context, rows),
    beforeCreate: async ({ access_key_secret, ...body }) => {
      requireWhole({ ...body, access_key_secret });
      const _id = newId(context);
      const secret = access_key_secret ? await sealKey(context, _id, access_key_secret) : '';
      return { ...body, _id, access_key_secret: secret, has_secret: secret !== '' };
    },
    beforeUpdate: async (
      { access_key_secret, id: _id, version: _version, ...change },
      { before, session },
    ) => {
      if (before === undefined) return change;
      const after = { ...before, ...change };
      requireWhole({ ...after, access_key_secret: access_key_secret || before.access_key_secret });
      if (WHERE.some((name) => after[name] !== before[name])) {
        const files = await countIn(context, String(before._id), session);
        if (files > 0) throw fileErrors.placeHasFiles.create({ files });
      }
      // Another place than the one that was tried.
      const untried = { ...change, test_time: null, is_working: null };
      if (access_key_secret) {
        const secret = await sealKey(context, String(before._id), access_key_secret);
        return { ...untried, access_key_secret: secret, has_secret: true };
      }
      // Whoever may change an endpoint must not be handed the secret that was typed for another one.
      if (before.has_secret && originOf(after.endpoint ?? '') !== originOf(before.endpoint))
        throw refused('access_key_secret', 'system.image_configs.fault.secret_again');
      return untried;
    },
    afterWrite: async (after, { before, session }) => {
      if (after !== undefined || before === undefined) return;
      const id = String(before._id);
      if (before.in_use === YesNo.yes || id === LOCAL_PLACE_ID) throw fileErrors.placeInUse.create();
      const files = await countIn(context, id, session);
      if (files > 0) throw fileErrors.placeHasFiles.create({ files });
    },
    actions: {
      use: async ({ id, session }) => {
        const change = (filter: PlaceFilter, in_use: PlaceRow['in_use']) =>
          places.updateMany(filter, newVersion(context, { in_use }), { session });
        await change({ in_use: YesNo.yes, _id: { $ne: id } }, YesNo.no);
        await change({ _id: id, in_use: YesNo.no }, YesNo.yes);
      },
    },
  };
}

type Written = Partial<
  Record<'endpoint' | 'bucket' | 'access_key_id' | 'access_key_secret' | 'save_path', string | undefined>
> & {
  upload_type?: number | undefined;
};

/** Errors: `invalid_input` 422 at what is missing, by the kind of the place. */
function requireWhole(place: Written): void {
  if (place.upload_type !== UploadType.s3) {
    if (!FOLDER.test(place.save_path ?? '')) throw refused('save_path', 'system.image_configs.fault.folder');
    return;
  }
  for (const name of ['endpoint', 'bucket', 'access_key_id', 'access_key_secret'] as const)
    if (!place[name]) throw refused(name, 'system.image_configs.fault.missing');
}

const refused = (path: string, message: string) =>
  errors.invalidInput.create({}, { errors: [{ path, message }] });
const originOf = (endpoint: string): string => URL.parse(endpoint)?.origin ?? '';

const countIn = (context: PluginContext, id: string, session: Session) =>
  context
    .model(storedFile)
    .countDocuments({ $or: [{ place: id }, { left_place: id }] })
    .session(session);

/** How many files a place holds, how large they are, and what moves have left there. */
async function withFigures(
  context: PluginContext,
  rows: RowOf<typeof storagePlace>[],
): Promise<RowOf<typeof storagePlace>[]> {
  const files = context.model(storedFile);
  const ids = rows.map(({ id }) => id);
  const sums = await files.aggregate<{ _id: string; files: number; bytes: number }>([
    { $match: { place: { $in: ids } } },
    { $group: { _id: '$place', files: { $sum: 1 }, bytes: { $sum: '$size' } } },
  ]);
  const left = await files.aggregate<{ _id: string; files: number }>([
    { $match: { left_place: { $in: ids } } },
    { $group: { _id: '$left_place', files: { $sum: 1 } } },
  ]);
  return rows.map((row) => {
    const sum = sums.find(({ _id }) => _id === row.id);
    return {
      ...row,
      files: sum?.files ?? 0,
      bytes: sum?.bytes ?? 0,
      left: left.find(({ _id }) => _id === row.id)?.files ?? 0,
    };
  });
}

/** Tries a place and tells in a sentence what came of it. */
export async function testPlace(
  context: PluginContext,
  places: Places,
  { id, request }: { id: string; request: SignedRequest },
): Promise<{ is_working: boolean; fault: string; milliseconds: number }> {
  const { row } = await places.find(id);
  const begin = performance.now();
  const fault = await failureOf(places, row, request);
  const milliseconds = Math.round(performance.now() - begin);
  const found = { test_time: context.clock.date(), is_working: fault === '' };
  await context.model(storagePlace).updateOne({ _id: id }, { $set: found });
  const after = { name: row.name, is_working: fault === '', fault };
  await context.audit({ type: 'system.image_configs.test', target: id, after, request });
  return { is_working: fault === '', fault, milliseconds };
}

async function failureOf(places: Places, row: PlaceRow, request: SignedRequest): Promise<string> {
  try {
    await (await places.open(row)).probe();
    return '';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return request.translate(error.messageKey, error.params);
  }
}
