/** A visitor as the product sees one: user agent, address in front of the trusted proxy, and what is expected of it. */
export interface Visitor {
  userAgent: string;
  address: string;
}

/** A Redmi phone that opens the link inside WeChat, in China Mobile's network in Shenzhen. */
export const WECHAT_PHONE: Visitor = {
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; 23049RAD8C Build/UKQ1.230804.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0 XWEB/1160117 Mobile Safari/537.36 MMWEBSDK/20231202 MicroMessenger/8.0.47.2560(0x28002F35) WeChat/arm64',
  address: '223.104.63.11',
};

/** Chrome on Windows somewhere in the United States. */
export const DESKTOP_CHROME: Visitor = {
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  address: '8.8.8.8',
};

/** Visits an address as this visitor, through a proxy on loopback that the product trusts. */
export function visitAs(
  { userAgent, address }: Visitor,
  target: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(target, {
    redirect: 'manual',
    headers: { 'user-agent': userAgent, 'x-forwarded-for': address, 'accept-language': 'en-US', ...headers },
  });
}
