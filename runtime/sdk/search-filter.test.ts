import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { containsText } from './search-filter.ts';

const finds = (search: string, stored: string): boolean => {
  const { $regex, $options } = containsText(search);
  return new RegExp($regex, $options).test(stored);
};

test('a name is found in whichever form of Unicode it is stored or looked for', () => {
  const accented = fc.string({ unit: fc.constantFrom(...'aéüñçåệ한가ã Zº'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(
      accented,
      fc.constantFrom('NFC', 'NFD'),
      fc.constantFrom('NFC', 'NFD'),
      (name, one, other) => {
        expect(finds(name.normalize(one), `x${name.normalize(other)}y`)).toBe(true);
      },
    ),
  );
  expect(finds('Zu\u0308rich', 'Z\u00fcrich-Shop')).toBe(true);
  expect(finds('a|b', 'a')).toBe(false);
  expect(finds('Zurich', 'Z\u00fcrich')).toBe(false);
});
