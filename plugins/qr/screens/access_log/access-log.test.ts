import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { VisitRecord } from './calls.ts';
import { classify, ENQUIRY_FILTERS, filterRecords, VISITOR_CLASSES } from './classify.ts';
import { addressLines, dayBefore, dayIn, enquiryWindow, isIpv4, windowFault } from './enquiry-rules.ts';

const record = (change: Partial<VisitRecord>): VisitRecord => ({
  domain: 'go.example.com',
  latest_create_time: '2026-01-01T00:00:00.000Z',
  ip: '1.2.3.4',
  ip_count: 1,
  latest_ip_belong: '',
  latest_source: '',
  latest_user_agent: 'a',
  country: 'CN',
  isp: '',
  app: 'browser',
  system: 'Windows 10',
  device: '',
  ...change,
});
const classes = (records: VisitRecord[]) => classify(records).map(({ visitor_class }) => visitor_class);

describe('the colour of a visitor is the first that fits', () => {
  test('count comes before neighbours, neighbours before country, country before app', () => {
    expect(
      classes([
        record({ ip: '1.1.1.1', ip_count: 20, country: 'US' }),
        record({ ip: '1.1.1.2', ip_count: 19 }),
        record({ ip: '1.1.1.3', ip_count: 10 }),
        record({ ip: '1.1.1.4', ip_count: 9, country: 'US' }),
        record({ ip: '2.2.2.2', country: 'US', app: 'wechat' }),
        record({ ip: '6.6.6.1', country: 'HK', app: 'wechat' }),
        record({ ip: '7.7.7.1', country: 'TW', app: 'browser' }),
        record({ ip: '3.3.3.3', app: 'wechat' }),
        record({ ip: '4.4.4.4' }),
        record({ ip: '5.5.5.5', country: '', app: 'wechat' }),
      ]),
    ).toEqual([
      'primary',
      'info',
      'info',
      'warning',
      'danger',
      'success',
      'plain',
      'success',
      'plain',
      'plain',
    ]);
  });

  test('an address is no neighbour of itself on another domain', () => {
    expect(classes([record({}), record({ domain: 'b.example.com' })])).toEqual(['plain', 'plain']);
  });

  test('every record has one class, and the counts of the buttons never exceed all', () => {
    const records = fc.array(
      fc
        .record({ ip: fc.ipV4(), ip_count: fc.nat(30), country: fc.constantFrom('CN', 'US', '') })
        .map((change) => record(change)),
    );
    fc.assert(
      fc.property(records, (all) => {
        expect(classify(all)).toHaveLength(all.length);
        for (const rows of Object.values(filterRecords(all)))
          expect(rows.length).toBeLessThanOrEqual(all.length);
      }),
    );
  });
});

test('the buttons pick providers, WeChat, other countries, systems and equal user agents', () => {
  const filtered = filterRecords([
    record({ isp: '移动', system: 'Android 14', app: 'wechat', latest_user_agent: 'x' }),
    record({ isp: '联通', system: 'iOS 17', latest_user_agent: 'x' }),
    record({ isp: '电信', country: 'KE', system: 'HarmonyOS 4', latest_user_agent: 'y' }),
  ]);
  expect(Object.fromEntries(Object.entries(filtered).map(([name, rows]) => [name, rows.length]))).toEqual({
    all: 3,
    mobile: 1,
    unicom: 1,
    telecom: 1,
    wechat: 1,
    foreign: 1,
    apple: 1,
    android: 2,
    same_agent: 2,
  });
});

describe('what may be asked', () => {
  test('every IPv4 address is one, and nothing else is', () => {
    fc.assert(fc.property(fc.ipV4(), (ip) => expect(isIpv4(ip)).toBe(true)));
    for (const line of [
      '1.2.3',
      '1.2.3.256',
      '01.2.3.4',
      '1.2.3.4/8',
      '::1',
      '1.2.3.4 ',
      'a',
      '1.2.3.4.5',
      '',
    ])
      expect(isIpv4(line)).toBe(false);
  });

  test('lines are trimmed, blanks and repeats left out', () => {
    expect(addressLines(' 1.2.3.4\r\n\n5.6.7.8 \n1.2.3.4')).toEqual(['1.2.3.4', '5.6.7.8']);
  });

  test('the window is seven days back; the range begins three days back', () => {
    expect(enquiryWindow('2026-03-02')).toEqual({
      first: '2026-02-23',
      last: '2026-03-02',
      start: '2026-02-27',
    });
    const fault = (start: string, end: string) => windowFault({ start, end }, '2026-03-02');
    expect(fault('2026-02-23', '2026-03-02')).toBeUndefined();
    expect(fault('2026-03-02', '2026-03-03')).toBeUndefined();
    expect(fault('2026-02-22', '2026-03-02')).toBe('start_time');
    expect(fault('2026-03-01', '2026-02-28')).toBe('start_time');
    expect(fault('2026-03-01', '2026-03-04')).toBe('end_time');
    expect(fault('2026-02-30', '2026-03-02')).toBe('start_time');
    expect(fault('2026-03-01', '2026-03-99')).toBe('end_time');
  });

  test('a day is that of the time zone, and the day before crosses months', () => {
    expect(dayIn(Date.UTC(2026, 0, 1, 17), 'Asia/Shanghai')).toBe('2026-01-02');
    expect(dayBefore('2024-03-01', 1)).toBe('2024-02-29');
  });
});

test('buttons, colours and figures are those of the specification, in its order', () => {
  expect([...ENQUIRY_FILTERS]).toEqual([
    ...(['all', 'mobile', 'unicom', 'telecom', 'wechat', 'foreign'] as const),
    ...(['apple', 'android', 'same_agent'] as const),
  ]);
  expect(VISITOR_CLASSES.slice(0, -1)).toEqual(['primary', 'info', 'warning', 'danger', 'success']);
  for (const [ip_count, name] of [
    [9, 'plain'],
    [10, 'info'],
    [19, 'info'],
    [20, 'primary'],
  ] as const)
    expect(classes([record({ ip_count })])).toEqual([name]);
});
