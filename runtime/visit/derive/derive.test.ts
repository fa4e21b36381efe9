import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseAddress } from '../../sdk/address.ts';
import { isCrawler } from '../rules/crawlers.ts';
import { cached } from './cached.ts';
import { createDays, formatDay, shiftDay } from './days.ts';
import { createAgentReader } from './device.ts';
import { createLocationReader } from './location.ts';

const readAgent = createAgentReader();
const readLocation = createLocationReader();
const place = (text: string) =>
  readLocation(Buffer.from(parseAddress(text) as Uint8Array).toString('latin1'));

describe('what a user agent tells', () => {
  test.each([
    [
      'Mozilla/5.0 (Linux; Android 14; 23049RAD8C Build/UKQ1.230804.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0 XWEB/1160117 Mobile Safari/537.36 MMWEBSDK/20231202 MicroMessenger/8.0.47.2560(0x28002F35) WeChat/arm64',
      { app: 'wechat', device: 'Redmi Note 12 Turbo', system: 'Android 14' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 wxwork/4.1.20 MicroMessenger/7.0.1',
      { app: 'wecom', device: 'Apple iPhone', system: 'iOS 17.2' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 AliApp(AP/10.5.30) AlipayClient/10.5.30',
      { app: 'alipay', device: 'Apple iPhone' },
    ],
    [
      'Mozilla/5.0 (Linux; Android 13; SM-S9180 Build/TP1A; wv) AppleWebKit/537.36 Version/4.0 Chrome/109 MQQBrowser/6.2 Mobile Safari/537.36 V1_AND_SQ_8.9.80 QQ/8.9.80.12440',
      { app: 'qq' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Weibo (iPhone14,5__weibo__13.2.1__iphone__os16.0)',
      { app: 'weibo', system: 'iOS 16.0' },
    ],
    [
      'Mozilla/5.0 (Linux; U; Android 13; zh-CN; 2201123C Build/TKQ1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/69.0 UWS/3.22 Mobile Safari/537.36 AliApp(DingTalk/7.0.10) com.alibaba.android.rimet/28785518',
      { app: 'dingtalk', system: 'Android 13' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Lark/6.2.5 LarkLocale/zh_CN ChannelName/Feishu',
      { app: 'feishu', system: 'iOS 16.3' },
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      { app: 'browser', browser: 'Chrome 131', system: 'Windows 10', device: '' },
    ],
    ['curl/8.5.0', { app: 'other', device: '' }],
    ['', { app: 'other', device: '', system: '', browser: '' }],
  ])('%s', (userAgent, expected) => expect(readAgent(userAgent)).toMatchObject(expected as object));

  test('a model that only the large list knows gets its marketing name', () => {
    expect(readAgent('Mozilla/5.0 (Linux; Android 9; SM-G960F Build/PPR1) Chrome/90 Mobile').device).toBe(
      'Samsung Galaxy S9',
    );
  });

  const named = (model: string) =>
    readAgent(`Mozilla/5.0 (Linux; Android 14; ${model}) AppleWebKit/537.36 Chrome/130 Mobile`).device;

  test.each([
    ['Pixel 7', 'Google Pixel 7'],
    ['Google Pixel 7', 'Google Pixel 7'],
    ['Redmi Note 8', 'Redmi Note 8'],
    ['Redmi 23049RAD8C', 'Redmi Note 12 Turbo'],
    ['Xiaomi 23049RAD8C', 'Redmi Note 12 Turbo'],
    ['HUAWEI ALN-AL00', 'Huawei Mate 60 Pro'],
    ['HUAWEI BVL-AN00', 'HONOR Magic6'],
    ['SM-G991B', 'Samsung Galaxy S21 5G'],
    ['SAMSUNG SM-G991B', 'Samsung Galaxy S21 5G'],
    ['LG LM-X210', 'LGE LG K8(2018)'],
    ['OPPO PHB110', 'OnePlus 11'],
  ])('the maker before a model is passed over: %s', (model, name) => expect(named(model)).toBe(name));

  test.each([
    'Pixel 8',
    'Pixel 8a',
    'Pixel 9',
    'Pixel 9 Pro',
    'Redmi Note 12 Turbo',
    'Xiaomi 8',
    'Nokia SM-G991B',
  ])('what follows is no phone of another maker: %s', (model) => expect(named(model)).toBe(model));

  test('a phone of which no table knows is one all the same, by what it calls itself', () => {
    expect(readAgent('Mozilla/5.0 (Linux; Android 15; ZZ-9000X Build/A) Chrome/130 Mobile')).toMatchObject({
      kind: 'phone',
      device: 'ZZ-9000X',
      isListed: false,
    });
    for (const known of ['Android 14; 23049RAD8C Build/U', 'Android 9; SM-G960F Build/P', 'Android 10; K'])
      expect(readAgent(`Mozilla/5.0 (Linux; ${known}) Chrome/130 Mobile`).isListed).toBe(true);
  });

  test.each([
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
      'Android 10',
      '',
    ],
    ['Mozilla/5.0 (Android 13; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0', 'Android 13', ''],
    ['Mozilla/5.0 (Android 14; Tablet; rv:130.0) Gecko/130.0 Firefox/130.0', 'Android 14', ''],
    [
      'Mozilla/5.0 (Linux; Android 12; ALN-AL00; HMSCore 6.14.0.302) AppleWebKit/537.36 Chrome/114.0 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36',
      'Android 12',
      'Huawei Mate 60 Pro',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; HMSCore 6.14.0.302) HuaweiBrowser/15 Mobile Safari/537.36',
      'Android 10',
      '',
    ],
    [
      'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; sw) Presto/2.12.423 Version/12.16',
      'Android',
      '',
    ],
    ['Mozilla/5.0 (Linux; U; Android 13; zh-cn; 2201123C) MiuiBrowser/18', 'Android 13', 'Xiaomi 12'],
    [
      'Mozilla/5.0 (Linux; U; Android 13; zh-Hans-CN; 2201123C; wv) MiuiBrowser/18',
      'Android 13',
      'Xiaomi 12',
    ],
    [
      'Mozilla/5.0 (Linux; Android 9; SAMSUNG SM-G960F) SamsungBrowser/20.0 Mobile',
      'Android 9',
      'Samsung Galaxy S9',
    ],
    ['Mozilla/5.0 (Linux; Android 12; moto g(30)) Chrome/131 Mobile', 'Android 12', 'Motorola moto g(30)'],
  ])('a phone is called by its model, or by nothing: %s', (userAgent, system, device) => {
    expect(readAgent(userAgent)).toMatchObject({ system, device, isListed: true });
  });

  test('OpenHarmony is a system, of phones, tablets and computers', () => {
    const read = (device: string) =>
      readAgent(
        `Mozilla/5.0 (${device}; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1`,
      );
    const system = 'OpenHarmony 5.0';
    expect(read('Phone')).toMatchObject({ system, kind: 'phone', device: '' });
    expect(read('Tablet')).toMatchObject({ system, kind: 'tablet', device: '' });
    expect(read('PC')).toMatchObject({ system, kind: 'desktop', device: '' });
    expect(read('2in1')).toMatchObject({ system, kind: 'desktop' });
    expect(read('TV')).toMatchObject({ system, kind: 'other' });
  });

  test('no user agent stops the aggregation', () => {
    fc.assert(fc.property(fc.string(), (text) => void [readAgent(text), isCrawler(text)]));
  });
});

describe('where an address is', () => {
  test('province, city and provider in China; the country elsewhere; nothing for private networks', () => {
    expect(place('223.104.63.11')).toEqual({ country: 'CN', location: '广东省 深圳市', isp: '移动' });
    expect(place('240e:47d:c20:1627:30a3:ba0d:a5e6:ec19')).toEqual({
      country: 'CN',
      location: '广东省 广州市',
      isp: '电信',
    });
    expect(place('8.8.8.8')).toEqual({ country: 'US', location: '美国', isp: '' });
    expect(place('202.45.84.58')).toMatchObject({ country: 'HK', location: '中国香港' });
    expect(place('2402:7500::1')).toMatchObject({ country: 'TW', location: '中国台湾' });
    // The one form of both tables.
    for (const address of ['202.106.0.20', '2001:da8::1'])
      expect(place(address)).toMatchObject({ country: 'CN', location: '北京市' });
    expect(place('10.1.2.3')).toEqual({ country: '', location: '', isp: '' });
    expect(place('fd00::1')).toEqual({ country: '', location: '', isp: '' });
  });

  test('nowhere for ranges that are no network’s, whatever tables say of them', () => {
    const special = [
      ...['0.1.2.3', '10.0.0.1', '100.64.0.1', '127.0.0.1', '169.254.1.1', '172.31.255.1', '192.0.0.8'],
      ...[
        '192.0.2.1',
        '192.168.1.1',
        '198.18.0.1',
        '198.51.100.7',
        '203.0.113.9',
        '224.0.0.1',
        '255.255.255.255',
      ],
      ...['::', '::1', '100::1', '2001::1', '2001:db8::1', '3fff::1', 'fd00::1', 'fe80::1', 'ff02::1'],
    ];
    for (const address of special)
      expect([address, place(address)]).toEqual([address, { country: '', location: '', isp: '' }]);
    for (const [address, country] of [
      ['100.128.0.1', 'US'],
      ['2001:4860:4860::8888', 'US'],
    ] as const)
      expect([address, place(address).country]).toEqual([address, country]);
  });

  test('no address stops the aggregation', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        (bytes) => void readLocation(Buffer.from(bytes).toString('latin1')),
      ),
    );
  });
});

describe('days', () => {
  test('a visit belongs to the day and hour of the platform’s time zone', () => {
    const shanghai = createDays('Asia/Shanghai');
    expect(shanghai(Date.UTC(2026, 0, 1, 15, 59, 59, 999))).toMatchObject({ day: 20260101, hour: 23 });
    expect(shanghai(Date.UTC(2026, 0, 1, 16))).toMatchObject({ day: 20260102, hour: 0 });
    expect(createDays('Asia/Kathmandu')(Date.UTC(2026, 0, 1, 18, 15))).toMatchObject({
      day: 20260102,
      hour: 0,
    });
  });

  test('days before and after, over months and years', () => {
    expect([shiftDay(20251231, 1), shiftDay(20240228, 1), shiftDay(20240229, 1)]).toEqual([
      20260101, 20240229, 20240301,
    ]);
    expect([shiftDay(20260101, -1), shiftDay(20240301, -1), shiftDay(20260715, -1)]).toEqual([
      20251231, 20240229, 20260714,
    ]);
    expect(formatDay(20260105)).toBe('2026-01-05');
  });
});

test('a cache answers as the function it stands for', () => {
  const doubled = cached(4, (text) => text + text);
  fc.assert(fc.property(fc.string({ maxLength: 2 }), (text) => doubled(text) === text + text));
});
