import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import prototypes from 'unhomoglyph/data.json';
import { skeletonOf } from './skeleton.ts';

test.each([
  ['admin', 'аdmin', 'Cyrillic а'],
  ['admin', 'admın', 'dotless i'],
  ['paypal', 'раураl', 'Cyrillic throughout'],
  ['operator', '𝐨𝐩𝐞𝐫𝐚𝐭𝐨𝐫', 'mathematical letters'],
  ['operator', 'ｏｐｅｒａｔｏｒ', 'full width'],
  ['user1', 'userl', 'one and l'],
  ['user0', 'usero', 'zero and o'],
  ['comer', 'corner', 'rn and m'],
  ['admin', 'ad\u200Dmin', 'a joiner that nobody sees'],
  ['zoë.b', 'zoe\u0308.b', 'composed and not'],
  ['strasse', 'straße', 'sharp s'],
  ['οδος1', 'οδοσ1', 'final sigma'],
])('%s and %s look the same: %p', (one, other) => {
  expect(skeletonOf(other)).toBe(skeletonOf(one));
});

test.each([
  ['admin1', 'admin2'],
  ['anna.b', 'anna_b'],
  ['zoe.b', 'zoë.b'],
  ['王小明同学', '王小朋同学'],
  ['person10', 'person01'],
])('%s and %s do not', (one, other) => {
  expect(skeletonOf(other)).not.toBe(skeletonOf(one));
});

test('names that are kept as one have one skeleton', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 64 }), (name) => {
      expect(skeletonOf(name.normalize('NFKC'))).toBe(skeletonOf(name));
      expect(skeletonOf(name.toLowerCase())).toBe(skeletonOf(name));
    }),
  );
});

test('stored skeletons were made with this data: with other data they have to be made anew at the start', () => {
  const hash = createHash('sha256').update(JSON.stringify(prototypes)).digest('hex');
  expect(hash).toBe('3a2e8cedc556ec92434f4c8664ba1f3742f2dd646d12f6f280dc92b09440e9fc');
  expect(Object.keys(prototypes).every((key) => Array.from(key).length === 1)).toBe(true);
});
