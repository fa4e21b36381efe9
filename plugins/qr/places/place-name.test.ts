import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { networksCalled, placeName, placesCalled } from './place-name.ts';

describe('a place reads in the language of the page', () => {
  test.each([
    ['广东省 深圳市', 'Guangdong Shenzhen', 'Guangdong Shenzhen'],
    ['北京 北京市', 'Beijing', 'Beijing'],
    ['内蒙古 包头市', 'Inner Mongolia Baotou', 'Inner Mongolia Baotou'],
    ['中国 广东省', 'China Guangdong', 'Uchina Guangdong'],
    ['中国香港', 'Hong Kong', 'Hong Kong'],
    ['中国台湾 台北市', 'Taiwan Taipei', 'Taiwan Taipei'],
    ['美国', 'United States', 'Marekani'],
    ['肯尼亚', 'Kenya', 'Kenya'],
    ['', '', ''],
  ])('%s', (place, english, swahili) => {
    expect(placeName(place, 'en-US')).toBe(english);
    expect(placeName(place, 'sw-KE')).toBe(swahili);
    expect(placeName(place, 'zh-CN')).toBe(place === '北京 北京市' ? '北京市' : place);
  });

  test('no place breaks the page', () => {
    fc.assert(fc.property(fc.string(), (place) => typeof placeName(place, 'en-US') === 'string'));
  });
});

test('a place is found by the name under which it is shown', () => {
  expect(placesCalled('guangdong', 'en-US')).toEqual(['guangdong', '广东']);
  expect(placesCalled('Marekani', 'sw-KE')).toContain('美国');
  expect(placesCalled('Shenzhen', 'en-US')).toContain('深圳市');
  expect(placesCalled(' 深圳 ', 'zh-CN')).toEqual(['深圳']);
  expect(placesCalled('nowhere at all', 'en-US')).toEqual(['nowhere at all']);
  expect(placesCalled('a', 'en-US').length).toBeLessThanOrEqual(301);
});

test('a network is found by the name that the reader sees', () => {
  const words = (key: string) => (key.endsWith('.电信') ? 'China Telecom' : key);
  expect(networksCalled('telecom', 'en-US', words)).toEqual(['telecom', '电信', '中华电信']);
  expect(networksCalled('Dianxin', 'sw-KE', words)).not.toContain('电信');
  expect(networksCalled('电信', 'zh-CN', words)).toEqual(['电信']);
});
