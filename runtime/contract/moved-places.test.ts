import { expect, test } from 'bun:test';
import { movedCondition, movedCountries, movedPlaces } from './moved-places.ts';

test('a rule that names China goes on meeting visits from all of it', () => {
  expect(movedCountries(['KE', 'CN', 'HK'])).toEqual(['KE', 'CN', 'HK', 'MO', 'TW']);
  expect(movedCountries(['KE'])).toEqual(['KE']);
});

test('a rule that names a place in a form that visits have no more names it in the one that they have', () => {
  expect(movedPlaces(['台湾省', '香港', '广西区', '北京 北京市', '北京', '深圳市', '伊犁'])).toEqual([
    ...['中国台湾', '香港', '广西', '北京市', '北京', '深圳市', '伊犁'],
  ]);
});

test('what is published of a rule moves along, however deep it stands', () => {
  expect(
    movedCondition({
      all: [
        {
          not: {
            any: [
              { fact: 'country', in: ['CN'] },
              { fact: 'location', contains: ['澳门区'] },
            ],
          },
        },
        { fact: 'weekday', in: [1] },
      ],
    }),
  ).toEqual({
    all: [
      {
        not: {
          any: [
            { fact: 'country', in: ['CN', 'HK', 'MO', 'TW'] },
            { fact: 'location', contains: ['中国澳门'] },
          ],
        },
      },
      { fact: 'weekday', in: [1] },
    ],
  });
});
