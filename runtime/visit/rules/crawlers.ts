import { type KnownProgram, readCrawlerList } from './crawler-list.ts';

/** Cubot is a maker of phones, not a robot. */
const NOT_A_ROBOT = /cubot/gi;
/** Words that crawlers call themselves by, and some that the list does not know. */
const ROBOT =
  /bots?(?![a-z])|crawl|spider|slurp|archiver|facebookcatalog|feedfetcher|link preview|pagespeed|headline-checker|dataprovider|scrapy|outbrain|line-poker|qq-url-manager|notionembedder|^(?:whatsapp|viber)(?:\/|$)/i;
/** Where to read about a program, as crawlers write it. */
const EXPLAINS_ITSELF = /\+https?:/i;
/** Apps that fetch previews and have a browser, too, whose people name them behind it: `ROBOT` knows those that begin with it. */
const APPS: ReadonlySet<string> = new Set(['Viber', 'WhatsApp']);
/** As much of a user agent as the journal keeps; more is a stranger's way to use up time. */
const MAX_LETTERS = 512;

const anyOf = (programs: readonly KnownProgram[]): RegExp =>
  new RegExp(programs.map(({ pattern }) => `(?:${pattern})`).join('|'));

let compiled: { crawlers: RegExp; libraries: RegExp } | undefined;

/** Compiles the list at its first call, some 30 ms: call it before the first visit. */
export function loadCrawlers(): { crawlers: RegExp; libraries: RegExp } {
  if (compiled === undefined) {
    const { crawlers, libraries } = readCrawlerList();
    compiled = {
      crawlers: anyOf(crawlers.filter(({ pattern }) => !APPS.has(pattern))),
      libraries: anyOf(libraries),
    };
  }
  return compiled;
}

/**
 * Whether a user agent declares itself a crawler, a link preview or a monitor: counted in `bot_view_number`. Programs that name no
 * purpose (curl, libraries, empty) are people. It takes some 15 µs: remember it by user agent.
 */
export function isCrawler(userAgent: string): boolean {
  if (userAgent === '') return false;
  const text = userAgent.length > MAX_LETTERS ? userAgent.slice(0, MAX_LETTERS) : userAgent;
  const { crawlers, libraries } = loadCrawlers();
  return (
    ROBOT.test(text.replace(NOT_A_ROBOT, '')) ||
    crawlers.test(text) ||
    (EXPLAINS_ITSELF.test(text) && !libraries.test(text))
  );
}

/** Whether a user agent is WeChat's own browser. */
export function isWeChat(userAgent: string): boolean {
  return userAgent.includes('MicroMessenger');
}
