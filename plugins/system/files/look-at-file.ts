import { redrawInKind, redrawPicture } from '@waypost/sdk';
import { fileErrors } from './errors.ts';
import type { NewFile } from './files.ts';
import { sniffFile } from './sniff.ts';
import { type FileKind, kindOfName, PICTURE_KINDS } from './values.ts';

/** Longest side of a picture that is kept, pixels, and of its thumbnail. */
const PICTURE_SIDE = 4_096;
export const THUMBNAIL_SIDE = 240;

export interface FileRules {
  /** KB */
  file_size: number;
  file_types: readonly FileKind[];
}

/**
 * Looks at a file by its bytes: what it is must be what its name promises and an operator allows. Pictures are drawn anew, so
 * that nothing but pixels is left of them; everything else stays as it is and is never shown.
 * Errors: `file_upload_limit` 413; `file_kind_unknown`, `file_kind_differs`, `file_kind_off`, `not_a_picture` 422.
 */
export async function lookAtFile(
  { name, bytes }: Pick<NewFile, 'name' | 'bytes'>,
  rules: FileRules,
): Promise<Pick<NewFile, 'kind' | 'bytes' | 'picture'>> {
  requireSize(bytes.length, rules);
  const kind = sniffFile(bytes, name);
  if (kind === undefined) throw fileErrors.unknown.create();
  if (kind !== kindOfName(name)) throw fileErrors.kindDiffers.create();
  if (!rules.file_types.includes(kind)) throw fileErrors.kindOff.create({ kind });
  return PICTURE_KINDS.includes(kind) ? { kind, ...(await drawAnew(bytes)) } : { kind, bytes };
}

/** Errors: `file_upload_limit` 413. */
export function requireSize(size: number, { file_size }: Pick<FileRules, 'file_size'>): void {
  if (size > file_size * 1_024) throw fileErrors.tooLarge.create({ kilobytes: file_size });
}

async function drawAnew(bytes: Uint8Array): Promise<Pick<NewFile, 'bytes' | 'picture'>> {
  const drawn = await redrawInKind(bytes, PICTURE_SIDE);
  const small = drawn && (await redrawPicture(drawn.bytes, THUMBNAIL_SIDE));
  if (drawn === undefined || small === undefined) throw fileErrors.notAPicture.create();
  const { width, height } = drawn;
  return { bytes: drawn.bytes, picture: { width, height, thumbnail: small.png } };
}
