import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { campaignOf, campaignText, targetCampaignText } from './campaign.ts';
import { LANGUAGE_MAX_LENGTH, languageEnd, languageOf } from './visit-language.ts';

const HERE = 'https://a.example/abc';

describe('the campaign of a visit', () => {
  test('is what its own query says, and nothing without one', () => {
    const url = `${HERE}?utm_source=news%20letter&s=1&utm_campaign=%E6%98%A5`;
    expect(campaignOf(campaignText(url))).toEqual({ source: 'news letter', medium: '', name: '春' });
    for (const none of [HERE, `${HERE}?x=1`, `${HERE}?utm_source=&utm_medium=+`, `${HERE}?utm_term=a`])
      expect(campaignText(none)).toBe('');
  });

  test('is told of a target as of a visit, without what stands behind its hash', () => {
    const target = 'https://t.example/?a=1&utm_source=poster&utm_campaign=fair#utm_medium=x';
    expect(campaignOf(targetCampaignText(target))).toEqual({ source: 'poster', medium: '', name: 'fair' });
    for (const none of [
      '',
      'https://t.example/',
      'https://t.example/#?utm_source=a',
      'https://t.example/utm_source',
    ])
      expect(targetCampaignText(none)).toBe('');
  });

  test('comes back as it was, whatever strangers write: cut, without what would part the lines', () => {
    const text = fc.string({ unit: 'binary', maxLength: 120 });
    fc.assert(
      fc.property(text, text, text, (source, medium, name) => {
        const query = new URLSearchParams(
          Object.entries({ utm_source: source, utm_medium: medium, utm_campaign: name }).map(
            ([key, value]) => [key, value.toWellFormed()] as [string, string],
          ),
        );
        const found = campaignOf(campaignText(`${HERE}?${query}`));
        for (const [said, told] of [
          [source, found.source],
          [medium, found.medium],
          [name, found.name],
        ] as const) {
          expect(told.length).toBeLessThanOrEqual(80);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
          expect(told).not.toMatch(/[\u0000-\u001f]/);
          if (/^[a-z0-9]{0,80}$/.test(said)) expect(told).toBe(said);
        }
      }),
    );
  });
});

test('the language of a visit is the first that its browser names, with its country', () => {
  const first = (header: string): string => languageOf(header.slice(0, languageEnd(header)));
  expect(first('zh-Hans-CN,zh;q=0.9,en;q=0.8')).toBe('zh-CN');
  expect(first('EN-us')).toBe('en-US');
  expect(first('sw;q=0.5')).toBe('sw');
  for (const none of ['', '*', ',en', '-', '../etc', 'a'.repeat(500)]) expect(first(none)).toBe('');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (header) => {
      expect(languageEnd(header)).toBeLessThanOrEqual(LANGUAGE_MAX_LENGTH);
      expect(first(header)).toMatch(/^([a-z]{2,8}(-([A-Z]{2}|\d{3}))?)?$/);
    }),
  );
});
