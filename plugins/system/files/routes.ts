import type { BodyOf, RowOf } from '@waypost/contract';
import {
  PICTURE_USE_POINT,
  type PluginContext,
  type SignedRequest,
  STORED_FILE_PREFIX,
  STORED_FILES,
  STORED_FILES_VERSIONS,
  type StoredFiles,
} from '@waypost/sdk';
import { storagePlace } from '../screens/image_configs/resource.ts';
import { type AddedFile, addFile } from './calls.ts';
import { EMPTY_PLACE, emptyPlace, zEmptying } from './empty-place.ts';
import { fileErrors } from './errors.ts';
import { createFiles, type FileRow, type Files, isPicture, typeOf } from './files.ts';
import { createGraves, type Graves } from './graves.ts';
import { type FileRules, lookAtFile, requireSize } from './look-at-file.ts';
import { MOVE_FILES, moveFiles, zMove } from './move-files.ts';
import { createPlaces, type Places } from './places.ts';
import type { FileAllowance } from './quota.ts';
import { storedFile } from './resource.ts';
import { FORGET_EVERY, sweepFiles } from './sweep-files.ts';
import { createUploads } from './uploads.ts';
import { FILE_PART_BYTES } from './values.ts';

/** What operators have set for uploads. */
export type ReadFileLimits = () => Promise<FileRules & FileAllowance>;

export interface MountedFiles {
  files: Files;
  places: Places;
  graves: Graves;
}

/** Mounts files that people upload: `file/add`, their list, and their addresses. */
export async function mountFiles(context: PluginContext, limits: ReadFileLimits): Promise<MountedFiles> {
  const stored = context.require<StoredFiles>(STORED_FILES, STORED_FILES_VERSIONS);
  context.points.offer({
    name: PICTURE_USE_POINT,
    version: '1.0.0',
    check({ used }) {
      if (typeof used !== 'function') throw new TypeError('used: expected a function');
    },
  });
  const places = createPlaces(context, stored);
  const graves = await createGraves(context, places);
  const files = createFiles(context, { places, graves, allowance: limits });
  const uploads = createUploads(context);
  const addresses = createAddresses(context);

  context.resource(storedFile, {
    present: (rows) => addresses.present(rows),
    afterWrite: async (after, { before, session }) => {
      if (after !== undefined || before === undefined) return;
      await files.removed(before, session);
      await graves.soon();
    },
  });
  context.call(addFile, async (body, request) => {
    const taken = await takePart(uploads, body, request, await limits());
    if (taken.whole === undefined) return { file: null, upload: taken.upload, received: taken.received };
    const { name, bytes } = taken.whole;
    const looked = await lookAtFile({ name, bytes }, await limits());
    const row = await files.add({ ...looked, name, owner: request.caller.id, isKept: true });
    const after = { name, size: row.size, kind: row.kind };
    await context.audit({ type: 'system.file.add', target: String(row._id), after, request });
    return { file: await addresses.added(row), upload: null, received: taken.received };
  });
  context.operations.define(MOVE_FILES, {
    input: zMove,
    run: (run) => moveFiles({ context, places, graves }, run),
  });
  context.operations.define(EMPTY_PLACE, {
    input: zEmptying,
    run: (run) => emptyPlace({ context, graves }, run),
  });
  context.jobs.define('forget_files', () => sweepFiles(context, files));
  await context.jobs.every(FORGET_EVERY, 'forget_files');
  const stop = stored?.contribute({ find: files.shown });
  if (stop !== undefined) context.onDispose(stop);
  return { files, places, graves };
}

type Taken = {
  received: number;
  upload: string | null;
  whole: { name: string; bytes: Uint8Array } | undefined;
};

/** Errors: `file_upload_limit` 413; `file_incomplete` 422 for parts that do not fit together. */
async function takePart(
  uploads: ReturnType<typeof createUploads>,
  { name, data, size, part = 0, upload }: BodyOf<typeof addFile>,
  { caller }: SignedRequest,
  rules: FileRules,
): Promise<Taken> {
  if (upload === undefined && size === undefined) {
    if (part !== 0) throw fileErrors.incomplete.create();
    return { received: 1, upload: null, whole: { name, bytes: new Uint8Array(Buffer.from(data, 'base64')) } };
  }
  if (size !== undefined) requireSize(size, rules);
  if (upload === undefined && (size === undefined || part !== 0)) throw fileErrors.incomplete.create();
  const id = upload ?? (await uploads.begin(caller.id, { name, size: size ?? FILE_PART_BYTES }));
  return { upload: id, ...(await uploads.part(id, caller.id, { number: part, data })) };
}

/** Where files can be had: at the public address of their place, else at the installation's own. */
function createAddresses(context: PluginContext) {
  const own = (address: string) => `${context.platform.publicUrl}${STORED_FILE_PREFIX}${address}`;
  async function domains(): Promise<ReadonlyMap<string, string>> {
    const rows = await context
      .model(storagePlace)
      .find({ domain_name: { $ne: '' } }, { domain_name: 1, save_path: 1 })
      .lean();
    return new Map(
      rows.map(({ _id, domain_name, save_path }) => [
        String(_id),
        `${domain_name.replace(/\/$/, '')}/${save_path === '' ? '' : `${save_path}/`}`,
      ]),
    );
  }
  /** Paths of this host: the back-office shows what is on its own. */
  const thumbnail = (row: { address: string; has_thumbnail: boolean }) =>
    row.has_thumbnail ? `${STORED_FILE_PREFIX}${row.address}/thumbnail` : '';
  return {
    async present(rows: RowOf<typeof storedFile>[]) {
      const known = await domains();
      return rows.map((row) => {
        const domain = known.get(row.place);
        const url = domain === undefined ? own(row.address) : `${domain}${row.object}`;
        return { ...row, url, thumbnail: thumbnail(row) };
      });
    },
    async added(row: FileRow): Promise<AddedFile> {
      const domain = (await domains()).get(row.place);
      return {
        id: String(row._id),
        name: row.name,
        type: typeOf(row),
        size: row.size,
        url: domain === undefined ? own(row.address) : `${domain}${row.object}`,
        thumbnail: isPicture(row) ? `${own(row.address)}/thumbnail` : '',
      };
    },
  };
}
