import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isCrawler } from './crawlers.ts';
import { createScanTokens } from './scan-token.ts';

const CRAWLERS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'TelegramBot (like TwitterBot)',
  'WhatsApp/2.23.20.0',
  'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
  'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
  'Mozilla/5.0 (Linux; Android 9; CUBOT X18) (compatible; AhrefsBot/7.0)',
];
const PEOPLE = [
  '',
  'curl/8.5.0',
  'python-requests/2.31.0',
  'Go-http-client/1.1',
  'Mozilla/5.0 (Linux; Android 9; CUBOT X18 Plus) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; 23049RAD8C) AppleWebKit/537.36 Mobile Safari/537.36 MicroMessenger/8.0.47 NetType/WIFI',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
];

describe('crawlers are counted apart from people', () => {
  test.each(CRAWLERS)('crawler: %s', (agent) => expect(isCrawler(agent)).toBe(true));
  test.each(PEOPLE)('person: %s', (agent) => expect(isCrawler(agent)).toBe(false));
});

describe('scan tokens', () => {
  const tokens = createScanTokens(new Uint8Array(32).fill(7));

  test('only the token of this link at this address opens it', () => {
    const link = { id: 'a1'.repeat(12), host: 'a.example', code: 'abc' };
    const token = tokens.scanToken(link);
    expect(token).toMatch(/^[\w-]{16}$/);
    expect(tokens.isScanToken(link, token)).toBe(true);
    for (const change of [{ host: '' }, { code: 'abd' }, { id: 'a2'.repeat(12) }])
      expect(tokens.isScanToken({ ...link, ...change }, token)).toBe(false);
    expect(createScanTokens(new Uint8Array(32)).isScanToken(link, token)).toBe(false);
  });

  test('no guess opens it', () => {
    fc.assert(
      fc.property(fc.string(), (guess) => !tokens.isScanToken({ id: '', host: '', code: 'abc' }, guess)),
    );
  });
});
