import { zElsewhere } from '@waypost/contract/platform';
import { z } from 'zod';
import product from '../../../package.json' with { type: 'json' };
import { ArchiveError } from './archive-error.ts';
import { type Content, contentOf, readTar } from './tar.ts';

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
  elsewhere: zElsewhere.default([]),
  /** Whether the secret key is inside; without it SECRET_KEY was set, and has to be set again. */
  hasSecretKey: z.boolean(),
  entries: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string().length(64) })),
});

/** What a backup says about itself. */
export type Manifest = z.infer<typeof zManifest>;

const SAFE_PATH = /^(?!\/)(?!.*(^|\/)\.\.(\/|$))[^\0\\]+$/;

/**
 * Reads an archive through and compares every file in it with its hash.
 * @throws ArchiveError when it is not one, not whole, or of a newer version
 */
export async function verifyArchive(file: string): Promise<Manifest> {
  const found = new Map<string, Content>();
  const text: Uint8Array[] = [];
  await readTar(file, async (path, content) => {
    const keep = path === MANIFEST_PATH ? (chunk: Uint8Array) => void text.push(chunk) : undefined;
    if (found.has(path)) throw new ArchiveError(`${file} is damaged: it holds ${path} twice`);
    found.set(path, await contentOf(content, keep));
  });
  if (text.length === 0) throw new ArchiveError(`${file} has no ${MANIFEST_PATH}: it is not a whole backup`);
  const manifest = readManifest(file, Buffer.concat(text).toString('utf8'));
  for (const { path, bytes, sha256 } of manifest.entries) {
    if (!SAFE_PATH.test(path)) throw new ArchiveError(`${file} holds a file with the name "${path}"`);
    const read = found.get(path);
    if (read?.bytes !== bytes)
      throw new ArchiveError(`${file} is damaged: ${path} is missing or has another size`);
    if (read.sha256 !== sha256) throw new ArchiveError(`${file} is damaged: ${path} is not what was written`);
  }
  return manifest;
}

function readManifest(file: string, text: string): Manifest {
  let content: unknown;
  try {
    content = JSON.parse(text);
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
