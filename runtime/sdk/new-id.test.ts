import { expect, test } from 'bun:test';
import { zId } from '@waypost/contract';
import { newId } from './new-id.ts';

const random = { bytes: (length: number) => new Uint8Array(length).fill(0xab) };
const at = (now: number) => newId({ clock: { now: () => now }, random });

test('an id is one that calls take, and later ones sort after earlier ones', () => {
  expect(at(1_700_000_000_999)).toBe('6553f100abababababababab');
  expect(zId.safeParse(at(0)).success).toBe(true);
  expect(at(1_700_000_001_000) > at(1_700_000_000_999)).toBe(true);
});
