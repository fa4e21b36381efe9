/** Room that is left on a disk, bytes: visits are written to the same one. At most a twentieth of it. */
const RESERVE_BYTES = 512 * 1024 * 1024;
const RESERVE_SHARE = 20;

/** Bytes that whatever people have written, uploads and results alike, leaves alone on a disk; `statfs` says how large it is. */
export const diskReserve = ({ blocks, bsize }: { blocks: number; bsize: number }): number =>
  Math.min(RESERVE_BYTES, (blocks * bsize) / RESERVE_SHARE);
