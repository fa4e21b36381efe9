const MEBIBYTE = 1024 * 1024;

/** What an archive may hold. A plugin's server and pages stay far below; what is above is a mistake or an attack. */
export interface ArchiveLimits {
  /** Bytes of the packed archive. */
  archiveBytes: number;
  /** Bytes of all files together, unpacked. */
  unpackedBytes: number;
  files: number;
  /** Bytes of one path, UTF-8: every file system in use takes as much. */
  pathBytes: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
  archiveBytes: 20 * MEBIBYTE,
  unpackedBytes: 100 * MEBIBYTE,
  files: 2000,
  pathBytes: 200,
};
