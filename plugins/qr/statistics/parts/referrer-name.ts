/** Sites that people know by a name, by the end of their host. */
const SITES: readonly (readonly [host: string, name: string, chinese?: string])[] = [
  ['weixin.qq.com', 'WeChat', '微信'],
  ['wx.qq.com', 'WeChat', '微信'],
  ['servicewechat.com', 'WeChat', '微信'],
  ['qq.com', 'QQ'],
  ['weibo.com', 'Weibo', '微博'],
  ['weibo.cn', 'Weibo', '微博'],
  ['t.cn', 'Weibo', '微博'],
  ['douyin.com', 'Douyin', '抖音'],
  ['xiaohongshu.com', 'Xiaohongshu', '小红书'],
  ['zhihu.com', 'Zhihu', '知乎'],
  ['bilibili.com', 'Bilibili', '哔哩哔哩'],
  ['baidu.com', 'Baidu', '百度'],
  ['sogou.com', 'Sogou', '搜狗'],
  ['so.com', '360 Search', '360 搜索'],
  ['taobao.com', 'Taobao', '淘宝'],
  ['alipay.com', 'Alipay', '支付宝'],
  ['dingtalk.com', 'DingTalk', '钉钉'],
  ['feishu.cn', 'Feishu', '飞书'],
  ['bing.com', 'Bing'],
  ['duckduckgo.com', 'DuckDuckGo'],
  ['yandex.ru', 'Yandex'],
  ['facebook.com', 'Facebook'],
  ['instagram.com', 'Instagram'],
  ['whatsapp.com', 'WhatsApp'],
  ['t.me', 'Telegram'],
  ['telegram.org', 'Telegram'],
  ['t.co', 'X'],
  ['x.com', 'X'],
  ['twitter.com', 'X'],
  ['linkedin.com', 'LinkedIn'],
  ['lnkd.in', 'LinkedIn'],
  ['youtube.com', 'YouTube'],
  ['tiktok.com', 'TikTok'],
  ['pinterest.com', 'Pinterest'],
  ['reddit.com', 'Reddit'],
  ['github.com', 'GitHub'],
];
/** Google has a host in every country. */
const GOOGLE = /(^|\.)google\.[a-z]{2,3}(\.[a-z]{2})?$/;

/** A referring site as people call it, with its host, which tells two of one name apart: `WeChat · mp.weixin.qq.com`. */
export function referrerName(host: string, locale: string): string {
  if (GOOGLE.test(host)) return `Google · ${host}`;
  const site = SITES.find(([end]) => host === end || host.endsWith(`.${end}`));
  if (site === undefined) return host;
  const [, name, chinese = name] = site;
  return `${locale.startsWith('zh') ? chinese : name} · ${host}`;
}
