import type { Issue } from '@waypost/contract';
import { z } from 'zod';
import { packageErrors } from './package-errors.ts';

export const INTEGRITY_FILE = 'integrity.json';
export const SIGNATURE_FILE = 'signature.json';

const zIntegrity = z.strictObject({
  algorithm: z.literal('sha256'),
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});

/** SHA-256, hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
}

/** The text of integrity.json over all files but itself and the signature. */
export function describeFiles(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const hashes = [...files]
    .filter(([path]) => isCovered(path))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, content]) => [path, sha256(content)]);
  const text = JSON.stringify({ algorithm: 'sha256', files: Object.fromEntries(hashes) }, undefined, 2);
  return new TextEncoder().encode(`${text}\n`);
}

/**
 * Holds every file against integrity.json, both ways.
 * @throws AppError `integrity_mismatch`, each differing file in `errors`
 */
export function checkIntegrity(files: ReadonlyMap<string, Uint8Array>): void {
  const given = readIntegrity(files.get(INTEGRITY_FILE));
  const faults: Issue[] = [];
  const paths = new Set([...Object.keys(given), ...[...files.keys()].filter(isCovered)]);
  for (const path of [...paths].sort()) {
    const content = files.get(path);
    if (content === undefined) faults.push({ path, message: 'error.integrity.missing' });
    else if (!Object.hasOwn(given, path)) faults.push({ path, message: 'error.integrity.extra' });
    else if (given[path] !== sha256(content)) faults.push({ path, message: 'error.integrity.changed' });
  }
  if (faults.length > 0) throw mismatch(faults);
}

function readIntegrity(content: Uint8Array | undefined): Record<string, string> {
  if (content === undefined) throw mismatch([{ path: INTEGRITY_FILE, message: 'error.integrity.missing' }]);
  const parsed = zIntegrity.safeParse(parseJson(content));
  if (!parsed.success) throw mismatch([{ path: INTEGRITY_FILE, message: 'error.integrity.unreadable' }]);
  return parsed.data.files;
}

function mismatch(faults: Issue[]) {
  return packageErrors.integrityMismatch.create({ path: faults[0]?.path ?? '' }, { errors: faults });
}

function isCovered(path: string): boolean {
  return path !== INTEGRITY_FILE && path !== SIGNATURE_FILE;
}

/** Undefined when it is not JSON in UTF-8. */
export function parseJson(content: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    return undefined;
  }
}
