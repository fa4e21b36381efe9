import { expect, test } from 'bun:test';
import { momentOf } from './moment.ts';

test('--until holds the whole day in TIME_ZONE, and a date that could be another day is refused', () => {
  expect(momentOf('--until', '2027-01-31', 'Africa/Nairobi').toISOString()).toBe('2027-01-31T20:59:59.999Z');
  expect(momentOf('--until', '2027-01-31T12:00:00Z', 'Africa/Nairobi').toISOString()).toBe(
    '2027-01-31T12:00:00.000Z',
  );
  for (const text of ['31.01.2027', '01/02/2027', '46447', '2027-02-30'])
    expect(() => momentOf('--until', text, 'UTC')).toThrow('--until: expected a time such as 2027-01-31');
});
