import { errors } from '@waypost/contract';
import {
  addRow,
  type Change,
  type Filter,
  newId,
  newVersion,
  PICTURE_USE_POINT,
  type PictureUse,
  type PluginContext,
  requireRow,
  type Session,
  type ShownFile,
  type Stored,
} from '@waypost/sdk';
import { fileErrors } from './errors.ts';
import type { Graves } from './graves.ts';
import type { Places } from './places.ts';
import { putChecked, sha256 } from './put-checked.ts';
import { createQuotas, type FileAllowance } from './quota.ts';
import { storedFile } from './resource.ts';
import { endingOf, FILE_KINDS, type FileKind, PICTURE_KINDS } from './values.ts';

export type FileRow = Stored<typeof storedFile>;
export type FileFilter = Filter<FileRow>;

/** A file that was looked at and may be kept. */
export interface NewFile {
  owner: string;
  name: string;
  kind: FileKind;
  bytes: Uint8Array;
  /** Of a picture. */
  picture?: { width: number; height: number; thumbnail: Uint8Array };
  /** Left out: one that nobody guesses. */
  address?: string;
  /** False: it is forgotten once nothing has shown it for a day. */
  isKept: boolean;
  /** The plugin that shows it, where it is not this one. */
  keptFor?: string;
}

/** Owner of what nobody had noted who brought it: it counts for nobody. */
export const NOBODY = '0'.repeat(24);

/** Says which of some files, by the name in their address, are shown somewhere. */
export type FileUse = (addresses: readonly string[]) => Promise<readonly string[]>;

export interface Files {
  /** Errors: `file_upload_most`, `file_upload_space` 409, and what the place refuses with; then nothing is kept. */
  add(file: NewFile): Promise<FileRow>;
  find(address: string): Promise<FileRow | null>;
  /** Errors: `not_found` 404. */
  read(row: FileRow, isThumbnail?: boolean): Promise<Blob>;
  shown(address: string, isThumbnail: boolean): Promise<ShownFile | undefined>;
  /** Within a transaction that takes the row away. Errors: `file_in_use` 409. */
  removed(row: FileRow, session: Session): Promise<void>;
  /** Takes a row away itself, unless it is another one by now. */
  forget(row: FileRow): Promise<void>;
  usedBy(use: FileUse): void;
  usedOf(addresses: readonly string[]): Promise<readonly string[]>;
  /** Other plugins that can say now what they show: one that is off cannot. */
  askable(): Promise<readonly string[]>;
}

/** The thumbnail's object stands beside the file's own. */
export const thumbnailOf = (object: string): string => `${object}.thumb`;

/** What a row's file is called in its place: another one after each move, so that no move takes away what another has brought. */
export function objectName(
  { base, kind, name }: Pick<FileRow, 'kind' | 'name'> & { base: string },
  moves: number,
): string {
  const endings: readonly string[] = FILE_KINDS[kind].endings;
  const own = endingOf(name);
  const ending = endings.includes(own) ? own : endings[0];
  return `${base.slice(0, 2)}/${base}-${moves}.${ending}`;
}

/** The same after one more move. */
export const nextObjectName = (row: FileRow): string =>
  objectName({ ...row, base: /([^/-]+)-\d+\.[^/]*$/.exec(row.object)?.[1] ?? row.address }, row.moves + 1);

/** What a file is sent as. */
export function typeOf({ kind, name }: Pick<FileRow, 'kind' | 'name'>): string {
  if (kind === 'text') return endingOf(name) === 'csv' ? 'text/csv; charset=utf-8' : FILE_KINDS.text.type;
  if (kind !== 'office') return FILE_KINDS[kind].type;
  const part = { docx: 'wordprocessingml.document', xlsx: 'spreadsheetml.sheet' }[endingOf(name)];
  return `${FILE_KINDS.office.type}.${part ?? 'presentationml.presentation'}`;
}

export const isPicture = ({ kind }: Pick<FileRow, 'kind'>): boolean => PICTURE_KINDS.includes(kind);

/** What whoever comes to the storage itself is told of an object. */
export const sentAs = (row: Pick<FileRow, 'kind' | 'name'>) => ({
  type: typeOf(row),
  disposition: isPicture(row) ? 'inline' : 'attachment',
});
/** The same of a thumbnail. */
export const THUMBNAIL = { type: 'image/png', disposition: 'inline' } as const;

/** The objects of a row in a place. */
export const objectsOf = (place: string, object: string, hasThumbnail: boolean) =>
  (hasThumbnail ? [object, thumbnailOf(object)] : [object]).map((each) => ({ place, object: each }));

export function createFiles(
  context: PluginContext,
  { places, graves, allowance }: { places: Places; graves: Graves; allowance(): Promise<FileAllowance> },
): Files {
  const files = context.model(storedFile);
  const quotas = createQuotas(context);
  const uses: FileUse[] = [];

  async function begin(file: NewFile): Promise<FileRow> {
    const limits = await allowance();
    // Of each row its own: an address may come again while what was there before it is still being taken away.
    const base = Buffer.from(context.random.bytes(16)).toString('hex');
    const address = file.address ?? base;
    const id = newId(context);
    return context.transaction(async (session) => {
      if (file.owner !== NOBODY) await quotas.take(file.owner, file.bytes.length, limits, session);
      await addRow(
        context,
        storedFile,
        {
          name: file.name,
          kind: file.kind,
          size: file.bytes.length,
          address,
          width: file.picture?.width ?? 0,
          height: file.picture?.height ?? 0,
          place: await places.current(session),
          has_thumbnail: file.picture !== undefined,
          is_kept: file.isKept,
          kept_for: file.keptFor === undefined ? [] : [file.keptFor],
          used_time: context.clock.date(),
          object: objectName({ ...file, base }, 0),
          sha256: sha256(file.bytes),
        },
        { _id: id, owner: file.owner, session, audit: false },
      );
      return requireRow(files.findById(id).session(session).lean());
    });
  }

  async function removed(row: FileRow, session: Session): Promise<void> {
    const left = row.left_place === '' ? [] : objectsOf(row.left_place, row.left_object, row.has_thumbnail);
    await graves.dig([...objectsOf(row.place, row.object, row.has_thumbnail), ...left], session);
    if (String(row.owner) !== NOBODY) await quotas.give(String(row.owner), row.size, session);
  }
  async function forget(row: FileRow): Promise<void> {
    const same = { _id: row._id, version: row.version, used_time: row.used_time };
    await context.transaction(async (session) => {
      const { deletedCount } = await files.deleteOne(same, { session });
      if (deletedCount === 1) await removed(row, session);
    });
    await graves.soon();
  }
  const askable = async () =>
    (await context.points.contributions(PICTURE_USE_POINT)).map(({ plugin }) => plugin);
  async function usedOf(addresses: readonly string[]): Promise<readonly string[]> {
    const contributed = await context.points.contributions<PictureUse>(PICTURE_USE_POINT);
    const all = [
      ...uses,
      ...contributed.map(
        ({ contribution }): FileUse =>
          (some) =>
            contribution.used(some),
      ),
    ];
    return (await Promise.all(all.map((use) => use(addresses)))).flat();
  }
  async function read(row: FileRow, isThumbnail = false): Promise<Blob> {
    const { store } = await places.find(row.place);
    return store.get(isThumbnail ? thumbnailOf(row.object) : row.object);
  }

  return {
    async add(file) {
      const row = await begin(file);
      try {
        const { store } = await places.find(row.place);
        if (file.picture) await putChecked(store, thumbnailOf(row.object), file.picture.thumbnail, THUMBNAIL);
        await putChecked(store, row.object, file.bytes, sentAs(row));
      } catch (error) {
        await forget(row);
        throw error;
      }
      const set: Change<FileRow> = newVersion(context, { state: 'kept' });
      const { matchedCount } = await files.updateOne({ _id: row._id, version: row.version }, set);
      if (matchedCount === 0) throw errors.notFound.create();
      return { ...row, state: 'kept' };
    },
    find: (address) => files.findOne({ address, state: 'kept' }).lean(),
    read,
    async shown(address, isThumbnail) {
      const row = await files.findOne({ address, state: 'kept' }).lean();
      if (row === null || (isThumbnail && !row.has_thumbnail)) return undefined;
      return {
        name: row.name,
        type: isThumbnail ? THUMBNAIL.type : typeOf(row),
        isPicture: isPicture(row),
        hash: `${row.sha256.slice(0, 16)}${isThumbnail ? 't' : ''}`,
        body: () => read(row, isThumbnail),
      };
    },
    async removed(row, session) {
      const active = await askable();
      // Rows of releases that did not note who shows a file have none.
      const isAway = (row.kept_for ?? []).some((plugin) => !active.includes(plugin));
      if (isAway || (await usedOf([row.address])).length > 0) throw fileErrors.inUse.create();
      await removed(row, session);
    },
    forget,
    usedBy: (use) => void uses.push(use),
    usedOf,
    askable,
  };
}
