import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { networkName, placeName } from '../../plugins/qr/places/place-name.ts';
import { CITIES_FILE, citiesText } from './cities-text.ts';
import { latinName } from './city-name.ts';
import { NETWORKS_FILE, networksText } from './networks-text.ts';
import { readCities, readNetworks } from './read-cities.ts';

test.each([
  ['深圳市', 'Shenzhen'],
  ['西安市', "Xi'an"],
  ['重庆市', 'Chongqing'],
  ['甘南州', 'Gannan'],
  ['忠县', 'Zhongxian'],
  ['呼和浩特市', 'Hohhot'],
  ['吕梁市', 'Lüliang'],
])('%s is %s', (city, name) => {
  expect(latinName(city)).toBe(name);
});

test('whoever does not read Chinese can read every city that the region data knows', () => {
  const cities = readCities();
  expect(cities.length).toBeGreaterThan(500);
  expect(cities.filter((city) => /\p{Script=Han}/u.test(placeName(city, 'en-US')))).toEqual([]);
});

test('and every network of China', () => {
  expect([networkName('歌华', 'en-US'), networkName('歌华', 'zh-CN')]).toEqual(['Gehua', '歌华']);
  const networks = readNetworks();
  expect(networks.length).toBeGreaterThan(5);
  expect(networks.filter((network) => /\p{Script=Han}/u.test(networkName(network, 'sw-KE')))).toEqual([]);
});

test('the table of the pages is what the region data gives; `bun scripts/write-cities.ts` writes it', () => {
  expect(readFileSync(CITIES_FILE, 'utf8')).toBe(citiesText());
  expect(readFileSync(NETWORKS_FILE, 'utf8')).toBe(networksText());
});
