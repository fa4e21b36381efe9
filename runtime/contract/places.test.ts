import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { cityOf, countryName, onePlace, oneRegion, placeSpellings, regionOf } from './places.ts';
import { PROVINCES } from './provinces.ts';

describe('a place has one form, whichever table or release has named it', () => {
  test.each([
    ['CN', '香港', 'HK', '中国香港'],
    ['CN', '香港区', 'HK', '中国香港'],
    ['HK', '中国香港特别行政区', 'HK', '中国香港'],
    ['CN', '香港 荃湾', 'HK', '中国香港 荃湾'],
    ['CN', '澳门区', 'MO', '中国澳门'],
    ['MO', '中国澳门特别行政区', 'MO', '中国澳门'],
    ['CN', '台湾省 台北', 'TW', '中国台湾 台北市'],
    ['CN', '台湾省 台北市', 'TW', '中国台湾 台北市'],
    ['TW', '台湾', 'TW', '中国台湾'],
    ['CN', '北京 北京市', 'CN', '北京市'],
    ['CN', '北京', 'CN', '北京市'],
    ['CN', '北京市 朝阳区', 'CN', '北京市 朝阳区'],
    ['CN', '广西区 南宁市', 'CN', '广西 南宁市'],
    ['CN', '广西 南宁市', 'CN', '广西 南宁市'],
    ['CN', '新疆 伊犁', 'CN', '新疆 伊犁州'],
    ['CN', '广东省 深圳市', 'CN', '广东省 深圳市'],
    ['CN', '中国', 'CN', '中国'],
    ['US', '美国', 'US', '美国'],
    ['', '', '', ''],
  ])('%s %s is %s %s', (country, location, code, name) => {
    expect(onePlace({ country, location })).toEqual({ country: code, location: name });
  });

  const places = fc.record({
    country: fc.constantFrom('CN', 'HK', 'MO', 'TW', 'KE', ''),
    location: fc
      .tuple(
        fc.constantFrom('', '中国', ...Object.keys(PROVINCES)),
        fc.constantFrom('', '省', '市', '区', '特别行政区'),
        fc.constantFrom('', ' 北京市', ' 台北', ' 伊犁', ' 深圳市'),
      )
      .map((parts) => parts.join('')),
  });

  test('by a second turn it stays as it is, and the region of either form is the same', () => {
    fc.assert(
      fc.property(places, (place) => {
        const one = onePlace(place);
        expect(onePlace(one)).toEqual(one);
        expect(regionOf(one)).toBe(regionOf(place));
        expect(oneRegion(regionOf(place))).toBe(regionOf(place));
      }),
    );
  });
});

test('a city stands behind its region; where none is known there is the region alone', () => {
  const cities = [
    ['CN', '广东省 深圳市', 'CN 广东省 深圳市'],
    ['CN', '广东省', 'CN 广东省'],
    ['CN', '北京 北京市', 'CN 北京市'],
    ['CN', '台湾省 台北', 'TW 台北市'],
    ['HK', '中国香港', 'HK'],
    ['DE', '德国', 'DE'],
    ['', '', ''],
  ] as const;
  for (const [country, location, city] of cities) expect(cityOf({ country, location })).toBe(city);
});

test('a region that days have counted under another name is told under the one', () => {
  expect(
    ['CN 香港', 'HK', 'CN 台湾省', 'CN 北京', 'CN 内蒙古区', 'CN', 'DE', '~', ''].map(oneRegion),
  ).toEqual([...['HK', 'HK', 'TW', 'CN 北京市', 'CN 内蒙古', 'CN', 'DE', '~', '']]);
});

test('regions of China are called so in Chinese, and as everywhere in other languages', () => {
  expect(['HK', 'MO', 'TW'].map((code) => countryName(code, 'zh-CN'))).toEqual([
    ...['中国香港', '中国澳门', '中国台湾'],
  ]);
  expect(['HK', 'MO', 'TW', 'KE'].map((code) => countryName(code, 'en-US'))).toEqual([
    ...['Hong Kong', 'Macao', 'Taiwan', 'Kenya'],
  ]);
  expect(placeSpellings('中国香港')).toEqual(['中国香港', '香港']);
  expect(placeSpellings('深圳')).toEqual(['深圳']);
});
