import { LOCALES, type Locale } from '@waypost/contract/constants';
import { hasChosenLocale, storedLocale } from '@waypost/host-sdk/light';

/**
 * The language that the page begins in: what was chosen on this device, else what the address asks for, as the links on
 * visitors' pages do (`#/report_abuse?locale=sw-KE`). What an address asks for is not kept.
 */
export function arrivalLocale(hash: string = location.hash): Locale {
  const asked = new URLSearchParams(hash.split('?')[1] ?? '').get('locale');
  const offered = LOCALES.find((locale) => locale === asked);
  return offered === undefined || hasChosenLocale() ? storedLocale() : offered;
}
