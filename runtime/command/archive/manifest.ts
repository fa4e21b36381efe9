import { z } from 'zod';
import product from '../../../package.json' with { type: 'json' };
import { ArchiveError } from './archive-error.ts';
import { type ArchiveEntry, listTar, readEntryText } from './tar.ts';

/** Written last: an archive without it is not whole. */
export const MANIFEST_PATH = 'manifest.json';
/** Raised when an older version could no longer read an archive. */
export const FORMAT = 1;
export const PRODUCT_VERSION: string = product.version;

const zManifest = z.object({
  format: z.int(),
  version: z.string(),
  time: z.iso.datetime(),
  store: z.object({ collections: z.int(), documents: z.int(), indexes: z.int() }),
  /** Visits not aggregated yet are in journals; how many files of them. */
  journals: z.int(),
  /** Whether the secret key is inside; without it SECRET_KEY was set, and has to be set again. */
  hasSecretKey: z.boolean(),
  entries: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string().length(64) })),
});

/** What a backup says about itself. */
export type Manifest = z.infer<typeof zManifest>;

/** An archive that is to be read. */
export interface Archive {
  manifest: Manifest;
  entries: ReadonlyMap<string, ArchiveEntry>;
}

const SAFE_PATH = /^(?!\/)(?!.*(^|\/)\.\.(\/|$))[^\0\\]+$/;

/** Reads an archive's list and manifest. @throws ArchiveError when it is not one, not whole, or of a newer version. */
export function openArchive(file: string): Archive {
  const entries = new Map(listTar(file).map((entry) => [entry.path, entry]));
  const last = entries.get(MANIFEST_PATH);
  if (last === undefined) throw new ArchiveError(`${file} has no ${MANIFEST_PATH}: it is not a whole backup`);
  const manifest = readManifest(file, last);
  for (const { path, bytes } of manifest.entries) {
    if (!SAFE_PATH.test(path)) throw new ArchiveError(`${file} holds a file with the name "${path}"`);
    if (entries.get(path)?.bytes !== bytes)
      throw new ArchiveError(`${file} is damaged: ${path} is missing or has another size`);
  }
  return { manifest, entries };
}

function readManifest(file: string, entry: ArchiveEntry): Manifest {
  let content: unknown;
  try {
    content = JSON.parse(readEntryText(file, entry));
  } catch (cause) {
    throw new ArchiveError(`${file} is damaged: its ${MANIFEST_PATH} cannot be read`, { cause });
  }
  const parsed = zManifest.safeParse(content);
  if (!parsed.success) throw new ArchiveError(`${file} is damaged: its ${MANIFEST_PATH} is not complete`);
  if (parsed.data.format > FORMAT)
    throw new ArchiveError(
      `${file} was made by version ${parsed.data.version}, which is newer than this one (${PRODUCT_VERSION})`,
    );
  return parsed.data;
}
