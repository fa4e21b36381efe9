import { AppError, errors, YesNo } from '@waypost/contract';
import {
  addRow,
  type FilePlace,
  type FileStore,
  type Filter,
  type PluginContext,
  requireRow,
  type Session,
  type Stored,
  type StoredFiles,
} from '@waypost/sdk';
import { storagePlace } from '../screens/image_configs/resource.ts';
import { UploadType } from './values.ts';

export type PlaceRow = Stored<typeof storagePlace>;
export type PlaceFilter = Filter<PlaceRow>;
/** The place that every installation has. */
export const LOCAL_PLACE_ID = '000000000000000000000001';

/** What a folder of this machine may be called; a bucket takes more. */
export const FOLDER = /^([a-z0-9][a-z0-9_-]{0,63})?$/;

const secretPlace = (id: string) => `image_configs/${id}/access_key_secret`;
export const sealKey = (context: PluginContext, id: string, secret: string): Promise<string> =>
  context.secrets.seal(secretPlace(id), secret);

/** What decides where files are: it stays as long as some are there. */
export const WHERE = ['upload_type', 'bucket', 'save_path'] as const;

/** The place that new files go to, and others by their ids. */
export interface Places {
  /** Id of the place in use. */
  current(session?: Session): Promise<string>;
  /** Id of the place in use where every machine finds what is there; undefined: it is a folder. */
  currentStorage(): Promise<string | undefined>;
  /** Errors: `not_found` 404. */
  find(id: string): Promise<{ row: PlaceRow; store: FileStore }>;
  /** How what the form says would do. */
  open(row: PlaceRow): Promise<FileStore>;
}

/** @param stored undefined: the plugin is only looked at, and nothing is stored */
export function createPlaces(context: PluginContext, stored: StoredFiles | undefined): Places {
  const places = context.model(storagePlace);
  /** Opened ones by id, as long as the row is the same. */
  const opened = new Map<string, { version: number; store: FileStore }>();

  async function open(row: PlaceRow): Promise<FileStore> {
    if (stored === undefined) throw new Error('the runtime offers no places for files');
    return stored.open(await describe(context, row));
  }
  return {
    open,
    async current(session) {
      const asked = places.findOne({ in_use: YesNo.yes }, { _id: 1 });
      const found = await (session === undefined ? asked : asked.session(session)).lean();
      return found === null ? LOCAL_PLACE_ID : String(found._id);
    },
    async currentStorage() {
      const filter = { in_use: YesNo.yes, upload_type: UploadType.s3 };
      const found = await places.findOne(filter, { _id: 1 }).lean();
      return found === null ? undefined : String(found._id);
    },
    async find(id) {
      const row = await requireRow(places.findById(id).lean());
      const known = opened.get(id);
      if (known?.version === row.version) return { row, store: known.store };
      const store = await open(row);
      opened.set(id, { version: row.version, store });
      return { row, store };
    },
  };
}

async function describe(context: PluginContext, row: PlaceRow): Promise<FilePlace> {
  if (row.upload_type === UploadType.local) return { kind: 'local', path: row.save_path };
  const { endpoint, region, bucket, access_key_id: key, save_path: path } = row;
  const sealed = row.access_key_secret;
  const secret = sealed === '' ? '' : await context.secrets.open(secretPlace(String(row._id)), sealed);
  // Whoever moved or changed it has written into the store, or SECRET_KEY is another one.
  if (secret === null) throw new Error(`the secret of the place ${String(row._id)} cannot be opened`);
  return { kind: 's3', endpoint, region, key, secret, bucket, path };
}

/** Makes the place that is always there. */
export async function keepLocalPlace(context: PluginContext): Promise<void> {
  if (await context.model(storagePlace).exists({ _id: LOCAL_PLACE_ID })) return;
  const isFirst = (await context.model(storagePlace).exists({ in_use: YesNo.yes })) === null;
  const fields = {
    // The same in every language: what is there, not what somebody called it.
    name: 'DATA_DIR/files',
    upload_type: UploadType.local,
    in_use: isFirst ? YesNo.yes : YesNo.no,
  };
  try {
    await addRow(context, storagePlace, fields, { _id: LOCAL_PLACE_ID, audit: false });
  } catch (error) {
    // Another process has made it at the same moment.
    if (!(error instanceof AppError) || error.code !== errors.duplicate.code) throw error;
  }
}
