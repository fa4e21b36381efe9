import { field } from '@waypost/contract';
import { z } from 'zod';

/** Where files are kept. */
export const UploadType = { local: 1, s3: 2 } as const;

/** What a file is, by its bytes: how its name may end, and what it is sent as. The first ending is written where one is made. */
export const FILE_KINDS = {
  png: { endings: ['png'], type: 'image/png' },
  jpeg: { endings: ['jpg', 'jpeg'], type: 'image/jpeg' },
  webp: { endings: ['webp'], type: 'image/webp' },
  gif: { endings: ['gif'], type: 'image/gif' },
  pdf: { endings: ['pdf'], type: 'application/pdf' },
  office: {
    endings: ['docx', 'xlsx', 'pptx'],
    type: 'application/vnd.openxmlformats-officedocument',
  },
  zip: { endings: ['zip'], type: 'application/zip' },
  text: { endings: ['txt', 'csv'], type: 'text/plain; charset=utf-8' },
  mp4: { endings: ['mp4'], type: 'video/mp4' },
} as const;
export type FileKind = keyof typeof FILE_KINDS;
export const FILE_KIND_NAMES = Object.keys(FILE_KINDS) as [FileKind, ...FileKind[]];
/** Kinds that the server draws anew and shows. */
export const PICTURE_KINDS: readonly FileKind[] = ['png', 'jpeg', 'webp'];

/** Largest file that an operator may allow, bytes, and the largest part of one that a call takes. */
export const FILE_MAX_BYTES = 33_554_432;
export const FILE_PART_BYTES = 700_000;
export const MOST_PARTS = Math.ceil(FILE_MAX_BYTES / FILE_PART_BYTES);

/** A file's name as people write it: no folders, no hidden files, no signs that turn a line around. */
export const zFileName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^(?!\.)[^\p{Cc}\p{Cf}\\/<>:"|?*]+$/u);

/** The kind that the end of a name promises; undefined: none that can be kept. */
export function kindOfName(name: string): FileKind | undefined {
  const ending = endingOf(name);
  return FILE_KIND_NAMES.find((kind) => (FILE_KINDS[kind].endings as readonly string[]).includes(ending));
}

/** The end of a name behind its last dot, in lower case; empty: it has none. */
export const endingOf = (name: string): string =>
  /\.([0-9A-Za-z]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** What limits there are before an operator sets others. */
export const FILE_LIMITS = {
  /** KB of one file. */
  file_size: 10_240,
  /** Files of one person; 0: as many as they like. */
  file_most: 10_000,
  /** MB of one person's files together; 0: as much as they like. */
  file_space: 2_048,
  file_types: ['png', 'jpeg', 'webp', 'gif', 'pdf', 'office', 'zip', 'text', 'mp4'] as FileKind[],
};

/** Of files and megabytes that a limit may say. */
const MOST = 10_000_000;

const LIMITS = { right: 'system.image_config:update' } as const;

/** What operators set for uploads. */
export const limitFields = {
  /** KB of one file. */
  file_size: field(
    z
      .int()
      .min(1)
      .max(FILE_MAX_BYTES / 1_024),
    { ...LIMITS, default: FILE_LIMITS.file_size, unit: 'system.unit.kilobytes' },
  ),
  /** Files of one person; 0: no limit. */
  file_most: field(z.int().min(0).max(MOST), { ...LIMITS, default: FILE_LIMITS.file_most }),
  /** MB of one person's files; 0: no limit. */
  file_space: field(z.int().min(0).max(MOST), {
    ...LIMITS,
    default: FILE_LIMITS.file_space,
    unit: 'system.unit.megabytes',
  }),
  file_types: field(z.array(z.enum(FILE_KIND_NAMES)).min(1).max(FILE_KIND_NAMES.length), {
    ...LIMITS,
    default: FILE_LIMITS.file_types,
    options: FILE_KIND_NAMES,
  }),
};
