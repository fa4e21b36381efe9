import { describe, expect, test } from 'bun:test';
import { readCrawlerList } from './crawler-list.ts';
import { isCrawler } from './crawlers.ts';

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
  'Mozilla/5.0 (compatible; MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview)',
  'Mozilla/5.0 (compatible; Meta-ExternalHit/1.1; +http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (compatible;Cloudflare-Healthchecks/1.0;+https://www.cloudflare.com/; healthcheck-id: 1)',
  'Uptime-Kuma/1.23.16',
  'Lemmy/0.19.8; +https://lemmy.example',
  'http.rb/5.1.1 (Mastodon/4.2.0; +https://mastodon.example/)',
  'Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.example/)',
  'Viber/13.3.0.7',
  'Valve/Steam HTTP Client 1.0 (SteamChatURLLookup)',
  'NotionEmbedder',
  'Iframely/1.3.1 (+https://iframely.com/docs/about)',
  'SomeNewProgram/1.0 (+https://program.example/about)',
];
const PROGRAMS = [
  '',
  'curl/8.5.0',
  'Wget/1.21.4',
  'python-requests/2.31.0',
  'Python-urllib/3.12',
  'Go-http-client/1.1',
  'okhttp/4.12.0',
  'axios/1.7.2',
  'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
  'Apache-HttpClient/4.5.14 (Java/17.0.9)',
  'Java/17.0.9',
  'Dart/3.4 (dart:io)',
  'PostmanRuntime/7.39.0',
  'http.rb/5.2.0',
  'libwww-perl/6.77',
];
const PEOPLE = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 339.0.3.12.91 (iPhone14,5; iOS 17_5; en_US; en; scale=3.00; 1170x2532; 620602220)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/470.0.0.41.106;FBBV/613170000;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Snapchat/12.90.0.45 (like Safari/8618.2.12.10.9, panda)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.29.7',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Twitter for iPhone/10.45',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.9.0',
  'Mozilla/5.0 (Linux; Android 13; SM-A536N; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0 Mobile Safari/537.36;KAKAOTALK 2410360',
  'Mozilla/5.0 (Linux; Android 13; SM-A536N; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0 Mobile Safari/537.36 NAVER(inapp; search; 1000; 12.3.0)',
  'Mozilla/5.0 (Linux; Android 13; SM-A536B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0 Mobile Safari/537.36 Viber/22.6.0.0',
  'Mozilla/5.0 (Linux; Android 13; 2201116SG; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0 Mobile Safari/537.36 musical_ly_2023507030 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly ByteLocale/en BytedanceWebview/d8a21c6',
  'Mozilla/5.0 (Linux; Android 12; V2055A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/97.0.4692.98 Mobile Safari/537.36 T7/13.50 SP-engine/2.87.0 baiduboxapp/13.50.5.10 (Baidu; P1 12) NABar/1.0',
  'Mozilla/5.0 (Linux; Android 12; JLN-AL00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0 Mobile Safari/537.36 HuaweiBrowser/15.0.4.312 HMSCore/6.14.0.302',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/322.0.642 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; arm_64; Android 13; SM-A525F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 YaBrowser/24.6.0 (beta) SA/3 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15',
  'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; sw) Presto/2.12.423 Version/12.16',
  'Mozilla/5.0 (Linux; Android 14; SM-S918B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 Telegram-Android/10.14.5 (Samsung SM-S918B; Android 14; SDK 34; HIGH)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Teams/24.1 Chrome/124.0 Electron/30 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 9; CUBOT X18 Plus) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPad; CPU OS 15_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.42 NetType/WIFI Language/zh_CN',
  'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.4.300',
  'Mozilla/5.0 (Linux; Android 11; itel A661L; wv) AppleWebKit/537.36 Version/4.0 Chrome/120 Mobile Safari/537.36 WhatsApp',
  'Mozilla/5.0 (Linux; Android 14; 23049RAD8C) AppleWebKit/537.36 Mobile Safari/537.36 MicroMessenger/8.0.47 NetType/WIFI',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
];

describe('crawlers, previews and monitors use up no limit of a code and stand in no figure of people', () => {
  test.each(CRAWLERS)('crawler: %s', (agent) => expect(isCrawler(agent)).toBe(true));
  test.each(PROGRAMS)('program that names no purpose: %s', (agent) => expect(isCrawler(agent)).toBe(false));
  test.each(PEOPLE)('person: %s', (agent) => expect(isCrawler(agent)).toBe(false));

  test('all that the list knows by an example is one, but for libraries', () => {
    const examples = readCrawlerList().crawlers.flatMap(({ instances }) => instances);
    expect(examples.length).toBeGreaterThan(1500);
    expect(examples.filter((agent) => !isCrawler(agent))).toEqual([]);
  });

  test('a library is none by its own name', () => {
    const names = /bot|crawl|spider|scrap|HTTrack|larbin/i;
    const examples = readCrawlerList()
      .libraries.flatMap(({ instances }) => instances)
      .filter((agent) => !names.test(agent));
    expect(examples.length).toBeGreaterThan(40);
    expect(examples.filter((agent) => isCrawler(agent))).toEqual([]);
  });
});
