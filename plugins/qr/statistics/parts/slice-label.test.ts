import { expect, test } from 'bun:test';
import { flagOf } from './flag.ts';
import { referrerName } from './referrer-name.ts';

test('a region has the flag of its country, what is no country has none', () => {
  expect(['DE', 'CN 广东', '', '~', 'de'].map(flagOf)).toEqual(['🇩🇪', '🇨🇳', '', '', '']);
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
