// A crawler that says so. Cubot is a maker of phones, not a robot. Programs that name no purpose (curl, empty) are people.
const NOT_A_ROBOT = /cubot/gi;
const ROBOT =
  /bots?(?![a-z])|crawl|spider|slurp|archiver|facebookexternalhit|facebookcatalog|meta-external(?:agent|fetcher|ads)|whatsapp\/|bingpreview|mediapartners|adsbot|feedfetcher|google(?:other|producer|associationservice)|google-(?:inspectiontool|read-aloud|site-verification|extended|adwords|safety|cloudvertexbot)|apis-google|chatgpt-user|claude-(?:web|user)|perplexity-user|cohere-ai|anthropic-ai|bytespider|embedly|quora link preview|skypeuripreview|vkshare|snap url preview|redditbot|w3c_validator|chrome-lighthouse|pagespeed|gtmetrix|pingdom|statuscake|site24x7|webzio|screaming frog|headline-checker|dataprovider|scrapy|nutch|heritrix|iframely|outbrain|flipboardproxy|tumblr\/|bitlybot|line-poker|qq-url-manager|yahoo!? link preview/i;

/** Whether a user agent declares itself a crawler, a link preview or a monitor: counted in `bot_view_number`. */
export function isCrawler(userAgent: string): boolean {
  return (
    ROBOT.test(userAgent) && (!/cubot/i.test(userAgent) || ROBOT.test(userAgent.replace(NOT_A_ROBOT, '')))
  );
}

/** Whether a user agent is WeChat's own browser. */
export function isWeChat(userAgent: string): boolean {
  return userAgent.includes('MicroMessenger');
}
