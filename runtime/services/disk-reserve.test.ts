import { expect, test } from 'bun:test';
import { diskReserve } from './disk-reserve.ts';

// Whoever may export or upload writes as much as they like, one file after the other: visits must still have room.
test('half a gigabyte stays free, of a small disk a twentieth', () => {
  const megabyte = 1024 * 1024;
  expect(diskReserve({ blocks: 100 * 1024, bsize: megabyte })).toBe(512 * megabyte);
  expect(diskReserve({ blocks: 1_000, bsize: megabyte })).toBe(50 * megabyte);
});
