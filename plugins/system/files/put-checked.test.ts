import { expect, test } from 'bun:test';
import type { FileStore } from '@waypost/sdk';
import { putChecked } from './put-checked.ts';

const bytes = new Uint8Array([1, 2, 3, 4]);
const AS = { type: 'text/plain', disposition: 'attachment' } as const;

/** A storage that loses the end of what it is given, so many times. */
function losing(times: number) {
  const kept = new Map<string, Uint8Array>();
  let puts = 0;
  const store: Pick<FileStore, 'put' | 'get'> = {
    async put(name, given) {
      puts += 1;
      kept.set(name, puts <= times ? given.subarray(0, 2) : given);
    },
    get: async (name) => new Blob([new Uint8Array(kept.get(name) ?? [])]),
  };
  return { store, kept, puts: () => puts };
}

test('what a storage has lost a part of is sent again', async () => {
  const { store, kept, puts } = losing(1);
  await putChecked(store, 'a', bytes, AS);
  expect([puts(), kept.get('a')]).toEqual([2, bytes]);
});

test('a storage that always loses a part is told of', async () => {
  const { store, puts } = losing(9);
  await expect(putChecked(store, 'a', bytes, AS)).rejects.toMatchObject({ code: 'file_place_differs' });
  expect(puts()).toBe(3);
});
