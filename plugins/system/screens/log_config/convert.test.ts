import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { CONVERSION_FAILED, keptDays } from './convert.ts';

const faultOf = (typed: string | number): string | undefined => {
  try {
    keptDays(typed);
    return undefined;
  } catch (error) {
    return (error as { errors: { message: string }[] }).errors[0]?.message;
  }
};

test('days are whole figures within the bounds, or none at all', () => {
  expect([keptDays('0'), keptDays(' 365 '), keptDays(90), keptDays('36500')]).toEqual([0, 365, 90, 36_500]);
  expect(['89', '36501', 1].map(faultOf)).toEqual(Array(3).fill('system.log_config.out_of_bounds'));
});

test('what is no figure is never taken for one: entries would be removed by a slip', () => {
  for (const typed of [
    '',
    ' ',
    'abc',
    '1e3',
    '90.5',
    '-90',
    '0x90',
    '９０',
    '90 days',
    'NaN',
    Number.NaN,
    1.5,
  ])
    expect([typed, faultOf(typed)]).toEqual([typed, CONVERSION_FAILED]);
  fc.assert(
    fc.property(fc.string(), (typed) => {
      fc.pre(!/^\s*\d+\s*$/.test(typed));
      expect(faultOf(typed)).toBe(CONVERSION_FAILED);
    }),
  );
});
