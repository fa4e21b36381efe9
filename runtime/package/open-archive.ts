import { type Issue, isReservedPluginId, type Manifest, zManifest } from '@waypost/contract';
import { checkIntegrity, INTEGRITY_FILE, parseJson, SIGNATURE_FILE, sha256 } from './integrity.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from './limits.ts';
import { packageErrors } from './package-errors.ts';
import { isSafePath } from './path-rules.ts';
import { readArchive } from './read-archive.ts';
import { checkSignature, type Signature } from './signature.ts';

export const MANIFEST_FILE = 'plugin.json';
/** What the shell asks a remote for first. */
export const REMOTE_MANIFEST = 'mf-manifest.json';

/** A verified archive: whole, unchanged since it was packed, and signed by whom it says. */
export interface OpenedArchive {
  manifest: Manifest;
  /** All files by path, integrity.json and signature.json included. */
  files: ReadonlyMap<string, Uint8Array>;
  /** Of the archive's bytes, hexadecimal. */
  sha256: string;
  /** Bytes of the archive. */
  size: number;
  signature: Signature | undefined;
}

/**
 * Unpacks an archive in memory and verifies it: limits, paths, manifest, files that the manifest names, integrity and
 * signature. Nothing of it is run.
 * @throws AppError `archive_*`, `manifest_invalid`, `integrity_mismatch`, `signature_invalid`
 */
export async function openArchive(
  bytes: Uint8Array,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<OpenedArchive> {
  const files = await readArchive(bytes, limits);
  const manifest = readManifest(files.get(MANIFEST_FILE));
  checkIntegrity(files);
  checkNamedFiles(manifest, files, limits);
  const signed = files.get(SIGNATURE_FILE);
  const integrity = files.get(INTEGRITY_FILE);
  return {
    manifest,
    files,
    sha256: sha256(bytes),
    size: bytes.byteLength,
    signature: signed && integrity ? checkSignature(signed, integrity) : undefined,
  };
}

/**
 * For whoever packs, verifies or receives a plugin; the product's own `system` is never an archive.
 * @throws AppError `plugin_id_reserved`
 */
export function refuseReservedId({ id }: Manifest): void {
  if (isReservedPluginId(id)) throw packageErrors.idReserved.create({ plugin: id });
}

/** @throws AppError `manifest_invalid`, each fault with its path in `errors` */
export function readManifest(content: Uint8Array | undefined): Manifest {
  if (content === undefined) throw invalid([{ path: MANIFEST_FILE, message: 'error.integrity.missing' }]);
  const parsed = zManifest.safeParse(parseJson(content));
  if (parsed.success) return parsed.data;
  throw invalid(
    parsed.error.issues.map((issue) => ({
      path: [MANIFEST_FILE, ...issue.path.map(String)].join('.'),
      message: issue.message,
    })),
  );
}

function checkNamedFiles(
  manifest: Manifest,
  files: ReadonlyMap<string, Uint8Array>,
  limits: ArchiveLimits,
): void {
  if (!isSafePath(manifest.server, limits.pathBytes) || !files.has(manifest.server))
    throw packageErrors.serverMissing.create({ path: manifest.server });
  if (!/\.m?js$/.test(manifest.server)) throw packageErrors.serverNotBuilt.create({ path: manifest.server });
  for (const { entry } of Object.values(manifest.processes ?? {})) {
    if (!isSafePath(entry, limits.pathBytes) || !files.has(entry))
      throw packageErrors.serverMissing.create({ path: entry });
    if (!/\.m?js$/.test(entry)) throw packageErrors.serverNotBuilt.create({ path: entry });
  }
  if (manifest.remote === undefined) return;
  const remote = `${manifest.remote}/${REMOTE_MANIFEST}`;
  if (!isSafePath(remote, limits.pathBytes) || !files.has(remote))
    throw packageErrors.remoteMissing.create({ path: remote });
}

function invalid(faults: Issue[]) {
  return packageErrors.manifestInvalid.create({}, { errors: faults });
}
