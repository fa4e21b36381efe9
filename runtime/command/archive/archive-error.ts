/** A backup, restore, export or import cannot be done; the message says why and what to do. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}
