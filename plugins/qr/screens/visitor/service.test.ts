import { expect, test } from 'bun:test';
import { namedBy } from './service.ts';

const translate = (key: string) => (key.endsWith('.移动') ? 'China Mobile' : key);

test('a search finds places and networks by the names that the reader sees, and by those that are stored', () => {
  const found = (search: string, locale: 'en-US' | 'sw-KE' | 'zh-CN') =>
    namedBy(search, { locale, translate }).named;
  expect(found('guangdong', 'en-US')?.places).toEqual(['guangdong', '广东']);
  expect(found('Marekani', 'sw-KE')?.places).toContain('美国');
  expect(found('mobile', 'en-US')?.networks).toContain('移动');
  expect(found('深圳', 'zh-CN')?.places).toEqual(['深圳']);
  expect(namedBy(' ', { locale: 'en-US', translate })).toEqual({});
  expect(namedBy(undefined, { locale: 'en-US', translate })).toEqual({});
});
