import { DEFAULT_LOCALE, defineCall, LOCALES, type Locale, zTime } from '@waypost/contract';
import { z } from 'zod';
import { isScreenName, isWebAddress } from '../../content/values.ts';

/** Most links: more is not looked at. */
export const MOST_LINKS = 24;

/** Where something leads: a screen of the product, an address in a window of its own, an address in this one. */
export const HOME_JUMPS = [1, 2, 3] as const;
export type HomeJump = (typeof HOME_JUMPS)[number];
export const HOME_TONES = ['info', 'warning'] as const;

const localText = (length: number) => {
  const text = z.string().trim().max(length);
  return z.strictObject({ 'zh-CN': text, 'en-US': text, 'sw-KE': text });
};
export type LocalText = Readonly<Record<Locale, string>>;

const jumpShape = { jump_address: z.string().trim().max(2_000), jump_type: z.literal(HOME_JUMPS) };

/** Whether an address is one that its type can lead to: the name of a screen, or http(s). */
function leadsSomewhere({ jump_address, jump_type }: { jump_address: string; jump_type: HomeJump }): boolean {
  return jump_type === 1 ? isScreenName(jump_address) : isWebAddress(jump_address);
}
const badJump = { message: 'system.home_page.fault.jump', path: ['jump_address'] };

const zLink = z
  .strictObject({ title: localText(60), ...jumpShape })
  .refine(leadsSomewhere, badJump)
  .refine(({ title }) => LOCALES.some((locale) => title[locale] !== ''), {
    message: 'system.home_page.fault.title',
    path: ['title', DEFAULT_LOCALE],
  });

/** What operators put onto the dashboard of customers. */
export const homePageShape = {
  notice: z.strictObject({ tone: z.enum(HOME_TONES), text: localText(2_000) }),
  links: z.array(zLink).max(MOST_LINKS),
};
/** As it is kept. Versions of before hold a carousel, too: its slides are rotations now. */
export const zHomePage = z.object(homePageShape);
export type HomePage = z.infer<typeof zHomePage>;

export const NO_TEXT: LocalText = { 'zh-CN': '', 'en-US': '', 'sw-KE': '' };
export const EMPTY_HOME_PAGE: HomePage = {
  notice: { tone: 'info', text: { ...NO_TEXT } },
  links: [],
};

const zLocalised = {
  title: z.string(),
  jump_address: z.string(),
  jump_type: z.literal(HOME_JUMPS),
};
/** The same in one language, for whoever looks at the dashboard. */
export const zShownPage = z.object({
  notice: z.object({ tone: z.enum(HOME_TONES), text: z.string() }).nullable(),
  links: z.array(z.object(zLocalised)),
});
export type ShownPage = z.infer<typeof zShownPage>;

/** A text in the reader's language, else in the default one, else in any. */
function inLanguage(text: LocalText, locale: Locale): string {
  return [locale, DEFAULT_LOCALE, ...LOCALES].map((each) => text[each]).find((each) => each !== '') ?? '';
}

export function shownPage({ notice, links }: HomePage, locale: Locale): ShownPage {
  const text = inLanguage(notice.text, locale);
  return {
    notice: text === '' ? null : { tone: notice.tone, text },
    links: links.map((link) => ({ ...link, title: inLanguage(link.title, locale) })),
  };
}

const area = 'home_page_config';
/** Says what the dashboard of customers shows. */
export const HOME_PAGE_CONFIG = 'system.home_page_config:update';
const access = { permission: HOME_PAGE_CONFIG };

const versionShape = {
  /** 0: nobody has saved anything yet. */
  version: z.int().min(0),
  time: zTime.nullable(),
  account: z.string().nullable(),
};
const zView = z.object({ ...homePageShape, ...versionShape });
export type HomePageView = z.infer<typeof zView>;

export const homePageInquire = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({}),
  result: zView,
  access,
  summary: 'What the dashboard of customers shows: notice and links, in all languages',
});

export const homePageUpdate = defineCall({
  area,
  call: 'update',
  body: z.strictObject({ version: z.int().min(0), ...homePageShape }),
  result: zView,
  access,
  bodyLimit: 131_072,
  summary: 'Shows something else on the dashboard of customers; what was shown before stays as a version',
});

const zVersion = z.object({
  version: z.int(),
  time: zTime,
  account: z.string().nullable(),
  /** The version that this one brought back. */
  restores: z.int().nullable(),
  links: z.int(),
});
export type HomePageVersion = z.infer<typeof zVersion>;

export const homePageVersions = defineCall({
  area,
  call: 'versions',
  body: z.strictObject({}),
  result: z.object({ content: z.array(zVersion) }),
  access,
  summary: 'The last versions of the dashboard, who saved them and when; newest first',
});

export const homePageRestore = defineCall({
  area,
  call: 'restore',
  /** `version`: the one in force; `restores`: the one to show again. */
  body: z.strictObject({ version: z.int().min(1), restores: z.int().min(1) }),
  result: zView,
  access,
  summary: 'Shows an earlier version again, as a new one',
});
