import { LOCALES, SHELL_ROUTES } from '@waypost/contract/constants';
import { hasChosenLocale, storedLocale } from '@waypost/host-sdk/light';
import { preferredLanguage } from './preferred-language.ts';

const OWN_PAGES: ReadonlySet<string> = new Set(['', ...Object.values(SHELL_ROUTES)]);

/** Whether the address is a page for people without an account: a shared code, an enquiry, a report. */
function isVisitorPage(hash: string): boolean {
  return !OWN_PAGES.has(/^#?\/*([^/?]*)/.exec(hash)?.[1] ?? '');
}

/**
 * The language of somebody who has chosen none: what the address asks for, as the links on visitors' pages do
 * (`?locale=sw-KE`); on other pages for visitors what the browser asks for, as short links do; everything
 * else is in the installation's first language. Of the first two only what is offered. It is not kept.
 */
export function firstLanguage(
  first: string,
  offered: readonly string[],
  hash: string = location.hash,
): string {
  const asked = new URLSearchParams(hash.split('?')[1] ?? '').get('locale');
  return (
    offered.find((language) => language === asked) ??
    (isVisitorPage(hash) ? preferredLanguage(navigator.languages, offered) : undefined) ??
    first
  );
}

/** The language that the page begins in, before anybody was asked which ones are offered. */
export function arrivalLocale(): string {
  return hasChosenLocale() ? storedLocale() : firstLanguage(storedLocale(), LOCALES);
}
