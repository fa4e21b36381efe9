import { DEFAULT_LOCALE, type Locale, paging, YesNo } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { pictureAddresses } from '../screens/configuration/picture-address.ts';
import { languageInquire, websiteInfo } from './calls.ts';

interface LanguageFacts {
  title: string;
  icon: string;
  country: string;
  abbreviation: string;
  phone_code: string;
}

/** The languages that every text of the product exists in; each names itself. */
const LANGUAGES: Readonly<Record<Locale, LanguageFacts>> = {
  'zh-CN': { title: '简体中文', icon: '🇨🇳', country: 'CN', abbreviation: 'zh', phone_code: '86' },
  'en-US': { title: 'English', icon: '🇺🇸', country: 'US', abbreviation: 'en', phone_code: '1' },
  'sw-KE': { title: 'Kiswahili', icon: '🇰🇪', country: 'KE', abbreviation: 'sw', phone_code: '254' },
};

/** What everyone may know before signing in. */
export function mountSite(context: PluginContext): void {
  context.call(websiteInfo, async () => {
    const settings = await context.identity.platformSettings();
    return {
      id: '1',
      title: settings.website_title || context.platform.systemTitle,
      color: settings.website_color,
      ...(await pictureAddresses(context)),
      allow_registration: settings.allow_registration,
      no_registration_tip: settings.no_registration_tip,
      maintenance: settings.maintenance,
      remotes: context.identity.publicRemotes(),
    };
  });

  context.call(languageInquire, (body) => {
    const { page, page_size, skip } = paging(body);
    const all = Object.entries(LANGUAGES).map(([code, facts], index) => ({
      id: String(index + 1),
      code,
      ...facts,
      default_language: code === DEFAULT_LOCALE ? YesNo.yes : YesNo.no,
      show_status: 1 as const,
    }));
    const shown = body.show_status === 2 ? [] : all;
    return { content: shown.slice(skip, skip + page_size), count: shown.length, page, page_size };
  });
}
