import { JUMP_WORDS, type Locale } from '@waypost/contract';

/** Every page a visitor can be shown instead of a target. */
export type RefusalKind =
  | 'unknown'
  | 'paused'
  | 'unclaimed'
  | 'gone'
  | 'frozen'
  | 'refused'
  | 'weChatOnly'
  | 'onlyViaScan'
  | 'unavailable';

export interface PageWords {
  refusals: Readonly<Record<RefusalKind, { title: string; text: string }>>;
  report: string;
  /** To whoever has an unclaimed code in hand. */
  claim: string;
  opening: string;
  open: string;
  picture: { title: string; text: string };
  password: PasswordWords;
  contact: Readonly<Record<'save' | 'phone' | 'email' | 'website' | 'address' | 'note', string>>;
}

interface PasswordWords
  extends Readonly<Record<'title' | 'text' | 'label' | 'open' | 'wrong' | 'again', string>> {
  lockedMinutes(minutes: number): string;
  lockedSeconds(seconds: number): string;
}

/** Words of the visitor pages. */
export const PAGE_WORDS: Readonly<Record<Locale, PageWords>> = {
  'zh-CN': {
    refusals: {
      unknown: { title: '页面不存在', text: '请检查链接是否完整。' },
      paused: { title: '链接已暂停', text: '所有者已暂停此链接，请稍后再来。' },
      unclaimed: { title: '此二维码尚未启用', text: '还没有设置打开后显示的内容，请稍后再来。' },
      gone: { title: '链接已失效', text: '此链接已被移除或已过期。' },
      frozen: { title: '链接已停用', text: '此链接因被举报已停止访问。' },
      refused: { title: '无法打开此链接', text: '此链接当前不可访问。' },
      weChatOnly: { title: '请在微信中打开', text: '请复制链接，在微信中打开后继续访问。' },
      onlyViaScan: { title: '请扫码访问', text: '此内容只能通过扫描二维码打开。' },
      unavailable: { title: '请稍后再试', text: '服务暂时无法处理此次访问。' },
    },
    report: '举报此链接',
    claim: '这是我的二维码，去设置',
    ...JUMP_WORDS['zh-CN'],
    password: {
      title: '请输入密码',
      text: '此链接的所有者设置了访问密码。',
      label: '密码',
      open: '打开',
      wrong: '密码不正确，请重新输入。',
      again: '重试',
      lockedMinutes: (minutes) => `密码错误次数过多，请在 ${minutes} 分钟后重试。`,
      lockedSeconds: (seconds) => `密码错误次数过多，请在 ${seconds} 秒后重试。`,
    },
    picture: { title: '长按图片', text: '长按图片即可保存或识别其中的二维码。' },
    contact: {
      save: '保存联系人',
      phone: '电话',
      email: '邮箱',
      website: '网站',
      address: '地址',
      note: '备注',
    },
  },
  'en-US': {
    refusals: {
      unknown: { title: 'Page not found', text: 'Please check that the link is complete.' },
      paused: { title: 'This link is paused', text: 'Its owner has paused it. Please come back later.' },
      unclaimed: {
        title: 'This code is not in use yet',
        text: 'Nobody has said where it leads. Please come back later.',
      },
      gone: { title: 'This link is no longer available', text: 'It was removed or has expired.' },
      frozen: { title: 'This link has been stopped', text: 'It was reported and can no longer be opened.' },
      refused: { title: 'This link cannot be opened', text: 'It is not available at the moment.' },
      weChatOnly: { title: 'Open this in WeChat', text: 'Copy the link and open it in WeChat to go on.' },
      onlyViaScan: { title: 'Scan the code', text: 'This can only be opened by scanning its QR code.' },
      unavailable: {
        title: 'Please try again shortly',
        text: 'The service cannot handle this visit just now.',
      },
    },
    report: 'Report this link',
    claim: 'It is mine: set it up',
    ...JUMP_WORDS['en-US'],
    password: {
      title: 'Enter the password',
      text: 'The owner of this link protects it with a password.',
      label: 'Password',
      open: 'Open',
      wrong: 'This password is wrong. Please try again.',
      again: 'Try again',
      lockedMinutes: (minutes) =>
        `Too many wrong passwords. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      lockedSeconds: (seconds) =>
        `Too many wrong passwords. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    },
    picture: { title: 'Press and hold the picture', text: 'Then save it, or open the code that it shows.' },
    contact: {
      save: 'Save contact',
      phone: 'Phone',
      email: 'E-mail',
      website: 'Website',
      address: 'Address',
      note: 'Note',
    },
  },
  'sw-KE': {
    refusals: {
      unknown: { title: 'Ukurasa haukupatikana', text: 'Tafadhali hakikisha kiungo ni kamili.' },
      paused: {
        title: 'Kiungo hiki kimesitishwa kwa muda',
        text: 'Mwenye kiungo amekisitisha kwa muda. Tafadhali rudi baadaye.',
      },
      unclaimed: {
        title: 'Msimbo huu bado hautumiki',
        text: 'Bado haijasemwa unaelekeza wapi. Tafadhali rudi baadaye.',
      },
      gone: { title: 'Kiungo hiki hakipatikani tena', text: 'Kimeondolewa au muda wake umeisha.' },
      frozen: { title: 'Kiungo hiki kimesimamishwa', text: 'Kiliripotiwa na hakiwezi kufunguliwa tena.' },
      refused: { title: 'Kiungo hiki hakiwezi kufunguliwa', text: 'Hakipatikani kwa sasa.' },
      weChatOnly: {
        title: 'Fungua kwenye WeChat',
        text: 'Nakili kiungo kisha ukifungue kwenye WeChat ili kuendelea.',
      },
      onlyViaScan: {
        title: 'Changanua msimbo',
        text: 'Hii hufunguliwa kwa kuchanganua msimbo wake wa QR pekee.',
      },
      unavailable: {
        title: 'Tafadhali jaribu tena baadaye',
        text: 'Huduma haiwezi kushughulikia ziara hii kwa sasa.',
      },
    },
    report: 'Ripoti kiungo hiki',
    claim: 'Ni wangu: uweke tayari',
    ...JUMP_WORDS['sw-KE'],
    password: {
      title: 'Weka nenosiri',
      text: 'Mwenye kiungo hiki amekilinda kwa nenosiri.',
      label: 'Nenosiri',
      open: 'Fungua',
      wrong: 'Nenosiri si sahihi. Tafadhali jaribu tena.',
      again: 'Jaribu tena',
      lockedMinutes: (minutes) => `Nenosiri limekosewa mara nyingi. Jaribu tena baada ya dakika ${minutes}.`,
      lockedSeconds: (seconds) => `Nenosiri limekosewa mara nyingi. Jaribu tena baada ya sekunde ${seconds}.`,
    },
    picture: {
      title: 'Bonyeza na ushikilie picha',
      text: 'Kisha ihifadhi, au fungua msimbo ulio ndani yake.',
    },
    contact: {
      save: 'Hifadhi mawasiliano',
      phone: 'Simu',
      email: 'Barua pepe',
      website: 'Tovuti',
      address: 'Anwani',
      note: 'Dokezo',
    },
  },
};
