import { expect, test } from 'bun:test';
import own from '../../../locales/en-US.json';
import statistics from '../../daily_statistics/en-US.json';
import form from '../en-US.json';
import { ruleText } from './rule-words.ts';

const TEXTS: Readonly<Record<string, string>> = { ...own, ...statistics, ...form };
const words = Object.assign((key: string) => TEXTS[key] ?? key, {
  has: (key: string) => key in TEXTS,
  first: (keys: readonly string[]) => keys[0] ?? '',
});
const text = (kind: string, parameters: Record<string, unknown>, isRefused = false) =>
  ruleText(
    { kind, parameters, action: isRefused ? { refuse: true } : { target: 'https://example.com/' } },
    words,
    'en-US',
  );

test('rules read as they were filled in, not as they are stored', () => {
  expect(text('qr.device', { kinds: ['phone', 'tablet'] })).toBe(
    'Device: Phone, Tablet → https://example.com/',
  );
  expect(text('qr.hours', { from: 540, to: 1080 }, true)).toBe('Time of day: 09:00 – 18:00 → Refused');
  expect(text('qr.dates', { from: 20261201, to: 20261231 })).toBe(
    'Dates: 2026-12-01 – 2026-12-31 → https://example.com/',
  );
  expect(text('qr.region', { regions: ['广东', '某地'] }, true)).toBe(
    'Province or city in China: Guangdong, 某地 → Refused',
  );
});

test('one of a plugin whose words are elsewhere is named', () => {
  expect(text('guests.hours', { from: 1 }, true)).toBe('guests.hours → Refused');
});
