import { describe, expect, test } from 'bun:test';
import type { StoreError } from '../value/errors.ts';
import { fromPlain, toPlain } from '../value/index.ts';
import { compileExpression } from './index.ts';

const evaluate = (expression: unknown): unknown =>
  toPlain(compileExpression(fromPlain(expression))(new Map()));

const codeOf = (expression: unknown): number => {
  try {
    evaluate(expression);
  } catch (error) {
    return (error as StoreError).code;
  }
  return 0;
};

const at = (text: string): Date => new Date(text);

const check = (rows: [unknown, unknown][]): void => {
  for (const [expression, expected] of rows) {
    const shown = Bun.inspect(expression);
    expect([shown, evaluate(expression)]).toEqual([shown, expected]);
  }
};

const date = at('2014-01-01T08:15:39.736Z');
const newYork = 'America/New_York';

describe('parts of dates', () => {
  test('are read on the clock of a zone', () => {
    check([
      [{ $year: date }, 2014],
      [{ $month: date }, 1],
      [{ $dayOfMonth: date }, 1],
      [{ $hour: date }, 8],
      [{ $minute: [date] }, 15],
      [{ $second: date }, 39],
      [{ $millisecond: date }, 736],
      [{ $dayOfYear: date }, 1],
      [{ $dayOfWeek: date }, 4],
      [{ $week: date }, 0],
      [{ $isoWeek: date }, 1],
      [{ $isoDayOfWeek: date }, 3],
      [{ $isoWeekYear: at('2016-01-01T00:00:00Z') }, 2015n],
      [{ $hour: { date, timezone: 'Asia/Shanghai' } }, 16],
      [{ $hour: { date, timezone: '+0530' } }, 13],
      [{ $dayOfMonth: { date, timezone: '-09:00' } }, 31],
      [{ $year: null }, null],
      [
        { $dateToParts: { date: at('2017-01-01T01:29:09.123Z'), timezone: newYork } },
        { year: 2016, month: 12, day: 31, hour: 20, minute: 29, second: 9, millisecond: 123 },
      ],
      [
        { $dateToParts: { date: at('2017-01-01T01:29:09.123Z'), iso8601: true } },
        { isoWeekYear: 2016, isoWeek: 52, isoDayOfWeek: 7, hour: 1, minute: 29, second: 9, millisecond: 123 },
      ],
    ]);
    expect(codeOf({ $year: 5 })).toBe(16006);
    expect(codeOf({ $year: { date, timezone: 'Mars/Base' } })).toBe(40485);
  });

  test('make dates, also over the ends of months and at changes of the clock', () => {
    check([
      [{ $dateFromParts: { year: 2017, month: 2, day: 8, hour: 12 } }, at('2017-02-08T12:00:00Z')],
      [
        {
          $dateFromParts: {
            year: 2016,
            month: 12,
            day: 31,
            hour: 23,
            minute: 46,
            second: 12,
            timezone: newYork,
          },
        },
        at('2017-01-01T04:46:12Z'),
      ],
      [
        { $dateFromParts: { isoWeekYear: 2017, isoWeek: 6, isoDayOfWeek: 3, hour: 12 } },
        at('2017-02-08T12:00:00Z'),
      ],
      [{ $dateFromParts: { year: 2017, month: 14, day: 1, hour: 12 } }, at('2018-02-01T12:00:00Z')],
      [{ $dateFromParts: { year: 2017, month: 0, day: 1, hour: 12 } }, at('2016-12-01T12:00:00Z')],
      // 02:30 does not exist on this day: the clock went from 02:00 to 03:00.
      [
        { $dateFromParts: { year: 2021, month: 3, day: 14, hour: 2, minute: 30, timezone: newYork } },
        at('2021-03-14T07:30:00Z'),
      ],
      // 01:30 came twice on this day: the first is meant.
      [
        { $dateFromParts: { year: 2021, month: 11, day: 7, hour: 1, minute: 30, timezone: newYork } },
        at('2021-11-07T05:30:00Z'),
      ],
    ]);
    expect(codeOf({ $dateFromParts: { month: 1 } })).toBe(40516);
    expect(codeOf({ $dateFromParts: { year: 2017, isoWeek: 1 } })).toBe(40489);
  });
});

describe('formats', () => {
  test('write dates', () => {
    check([
      [{ $dateToString: { date } }, '2014-01-01T08:15:39.736Z'],
      [{ $dateToString: { date, timezone: newYork } }, '2014-01-01T03:15:39.736'],
      [{ $dateToString: { format: '%Y-%m-%d', date } }, '2014-01-01'],
      [{ $dateToString: { format: '%H:%M:%S:%L%z', date, timezone: newYork } }, '03:15:39:736-0500'],
      [{ $dateToString: { format: '%H:%M:%S:%L%z', date, timezone: '+04:30' } }, '12:45:39:736+0430'],
      [
        { $dateToString: { format: '%Z %j %u %w %U %V %G %% %b %B', date, timezone: '+04:30' } },
        '+270 001 3 4 00 01 2014 % Jan January',
      ],
      [{ $dateToString: { date: null, onNull: 'none' } }, 'none'],
    ]);
    expect(codeOf({ $dateToString: { date, format: '%q' } })).toBe(18536);
  });

  test('read dates', () => {
    check([
      [{ $dateFromString: { dateString: '2017-02-08T12:10:40.787' } }, at('2017-02-08T12:10:40.787Z')],
      [
        { $dateFromString: { dateString: '2017-02-08T12:10:40.787', timezone: newYork } },
        at('2017-02-08T17:10:40.787Z'),
      ],
      [{ $dateFromString: { dateString: '06-15-2018', format: '%m-%d-%Y' } }, at('2018-06-15T00:00:00Z')],
      [
        { $dateFromString: { dateString: '15 Jun 2018 +0200', format: '%d %b %Y %z' } },
        at('2018-06-14T22:00:00Z'),
      ],
      [{ $dateFromString: { dateString: 'never', onError: 'bad' } }, 'bad'],
      [{ $dateFromString: { dateString: null, onNull: 0 } }, 0],
    ]);
    expect(codeOf({ $dateFromString: { dateString: '2018-02-30' } })).toBe(241);
  });
});

describe('arithmetic', () => {
  test('$dateAdd keeps the clock over changes of the offset, for days and more', () => {
    const add = (startDate: string, unit: string, amount: number, timezone?: string) => ({
      $dateAdd: { startDate: at(startDate), unit, amount, ...(timezone && { timezone }) },
    });
    check([
      [add('2020-10-31T12:00:00Z', 'month', 1), at('2020-11-30T12:00:00Z')],
      [add('2021-01-31T00:00:00Z', 'month', 1), at('2021-02-28T00:00:00Z')],
      [add('2020-02-29T00:00:00Z', 'year', 1), at('2021-02-28T00:00:00Z')],
      [add('2021-03-13T12:00:00Z', 'day', 1, newYork), at('2021-03-14T11:00:00Z')],
      [add('2021-03-13T12:00:00Z', 'hour', 24, newYork), at('2021-03-14T12:00:00Z')],
      [add('2021-01-15T00:00:00Z', 'quarter', 1), at('2021-04-15T00:00:00Z')],
      [
        { $dateSubtract: { startDate: at('2021-03-31T00:00:00Z'), unit: 'month', amount: 1 } },
        at('2021-02-28T00:00:00Z'),
      ],
      [{ $dateAdd: { startDate: null, unit: 'day', amount: 1 } }, null],
    ]);
    expect(codeOf(add('2021-01-01T00:00:00Z', 'day', 1.5))).toBe(5166405);
    expect(codeOf(add('2021-01-01T00:00:00Z', 'moon', 1))).toBe(5439014);
  });

  test('$dateDiff counts boundaries', () => {
    const diff = (startDate: string, endDate: string, unit: string, extra = {}) => ({
      $dateDiff: { startDate: at(startDate), endDate: at(endDate), unit, ...extra },
    });
    check([
      [diff('2021-12-31T23:59:59Z', '2022-01-01T00:00:00Z', 'year'), 1n],
      [diff('2021-01-01T00:00:00Z', '2021-12-31T00:00:00Z', 'year'), 0n],
      [diff('2021-01-31T00:00:00Z', '2021-02-01T00:00:00Z', 'month'), 1n],
      [diff('2021-03-31T00:00:00Z', '2021-04-01T00:00:00Z', 'quarter'), 1n],
      [diff('2021-01-23T00:00:00Z', '2021-01-24T00:00:00Z', 'week'), 1n],
      [diff('2021-01-23T00:00:00Z', '2021-01-24T00:00:00Z', 'week', { startOfWeek: 'monday' }), 0n],
      [diff('2021-01-02T00:00:00Z', '2021-01-01T00:00:00Z', 'day'), -1n],
      [diff('2021-03-14T05:30:00Z', '2021-03-15T03:30:00Z', 'day', { timezone: newYork }), 0n],
      [diff('2021-03-14T05:00:00Z', '2021-03-15T04:00:00Z', 'hour', { timezone: newYork }), 23n],
      [diff('2021-01-01T00:00:59Z', '2021-01-01T00:01:00Z', 'minute'), 1n],
      [diff('2021-01-01T00:00:00Z', '2021-01-01T00:00:01.5Z', 'millisecond'), 1500n],
    ]);
  });

  test('$dateTrunc finds the start of the bin', () => {
    const trunc = (text: string, unit: string, extra = {}) => ({
      $dateTrunc: { date: at(text), unit, ...extra },
    });
    const noon = '2021-03-20T11:30:05Z';
    check([
      [trunc(noon, 'hour'), at('2021-03-20T11:00:00Z')],
      [trunc(noon, 'day'), at('2021-03-20T00:00:00Z')],
      [trunc(noon, 'week'), at('2021-03-14T00:00:00Z')],
      [trunc(noon, 'week', { startOfWeek: 'Monday' }), at('2021-03-15T00:00:00Z')],
      [
        trunc(noon, 'week', { binSize: 2, timezone: 'America/Los_Angeles', startOfWeek: 'Monday' }),
        at('2021-03-15T07:00:00Z'),
      ],
      [trunc(noon, 'month'), at('2021-03-01T00:00:00Z')],
      [trunc(noon, 'quarter'), at('2021-01-01T00:00:00Z')],
      [trunc(noon, 'year', { timezone: 'Asia/Shanghai' }), at('2020-12-31T16:00:00Z')],
      [trunc(noon, 'month', { binSize: 6 }), at('2021-01-01T00:00:00Z')],
      [trunc(noon, 'day', { timezone: newYork }), at('2021-03-20T04:00:00Z')],
      // The day of the change began at the old offset.
      [trunc('2021-03-14T15:00:00Z', 'day', { timezone: newYork }), at('2021-03-14T05:00:00Z')],
      [trunc('1999-12-31T23:59:00Z', 'minute', { binSize: 15 }), at('1999-12-31T23:45:00Z')],
    ]);
    expect(codeOf(trunc(noon, 'day', { binSize: 0 }))).toBe(5439018);
  });
});
