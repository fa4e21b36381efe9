import { expect, test } from 'bun:test';
import type { WordsFunction } from '@waypost/host-sdk';
import { COUNTRY_CODES } from '../../screens/set_qr_code/parts/country-codes.ts';
import { FLAG_PICTURES } from './flag-pictures.ts';
import { referrerName } from './referrer-name.ts';
import { sliceLabel } from './slice-label.ts';

test('every country that visits come from has a flag, drawn and not spelt', () => {
  expect(COUNTRY_CODES.filter((country) => !FLAG_PICTURES.has(country))).toEqual([]);
  expect(FLAG_PICTURES.get('DE')).toStartWith('data:image/svg+xml,%3Csvg');
});

test('a city is called by its own name; where only the region behind it is known, that is said', () => {
  const words = ((key: string, params?: object) =>
    [key, ...Object.values(params ?? {})].join(' ')) as unknown as WordsFunction;
  const labelsIn = (locale: string) =>
    ['CN 广东省 深圳市', 'CN 广东省', 'CN 北京市', 'TW 台北市', 'HK', 'DE'].map((value) =>
      sliceLabel('city', { value, label: value }, words, locale),
    );
  expect(labelsIn('zh-CN')).toEqual([
    '深圳市',
    'qr.statistics.city.unknown 广东省',
    '北京市',
    '台北市',
    '中国香港',
    '德国',
  ]);
  expect(labelsIn('en-US')).toEqual([
    'Shenzhen',
    'qr.statistics.city.unknown Guangdong',
    'Beijing',
    'Taipei',
    'Hong Kong',
    'Germany',
  ]);
});

test('sites are called as people know them, beside their hosts; lookalikes and others by their hosts alone', () => {
  const hosts = ['mp.weixin.qq.com', 'www.google.co.ke', 'x.com', 'notx.com', 'google.com.evil.example', ''];
  expect(hosts.map((host) => referrerName(host, 'en-US'))).toEqual([
    'WeChat · mp.weixin.qq.com',
    'Google · www.google.co.ke',
    'X · x.com',
    'notx.com',
    'google.com.evil.example',
    '',
  ]);
  expect(referrerName('mp.weixin.qq.com', 'zh-CN')).toBe('微信 · mp.weixin.qq.com');
});
