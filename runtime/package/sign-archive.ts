import { INTEGRITY_FILE, SIGNATURE_FILE } from './integrity.ts';
import { openArchive } from './open-archive.ts';
import { packageErrors } from './package-errors.ts';
import { makeSignature } from './signature.ts';
import { writeArchive } from './write-archive.ts';

/**
 * The archive with a signature; an earlier one is replaced. It is verified first: nobody signs what is broken.
 * @throws AppError as {@link openArchive}, and `signing_key_invalid`
 */
export async function signArchive(bytes: Uint8Array, privateKeyPem: string): Promise<Uint8Array> {
  const { files } = await openArchive(bytes);
  const integrity = files.get(INTEGRITY_FILE);
  if (integrity === undefined) throw packageErrors.integrityMismatch.create({ path: INTEGRITY_FILE });
  return writeArchive(new Map(files).set(SIGNATURE_FILE, makeSignature(integrity, privateKeyPem)));
}
