import { normalizeTarget } from '@waypost/contract';

/** Elements that a text may have; their attributes stand in `allowedAttributes`. Everything else is taken out, its words stay. */
export const ALLOWED_ELEMENTS = [
  ...['p', 'br', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'hr'],
  ...['strong', 'em', 'a', 'img'],
] as const;
export type AllowedElement = (typeof ALLOWED_ELEMENTS)[number];

/** How deep elements stand within each other at most; what is deeper is taken out. */
export const MOST_NESTED = 16;

/** Longest text, characters of its markup, and most pictures in it. */
export const RICH_TEXT_MAX_LENGTH = 60_000;
export const MOST_PICTURES = 20;

/** Name of a kept picture, as `picture/add` answers it. */
export const PICTURE_ID = /^[0-9a-f]{32}$/;

const MAIL = /^mailto:[^\s@<>"'\\?&%]{1,64}@[^\s@<>"'\\?&%]{1,253}$/i;
const PHONE = /^tel:\+?[0-9][0-9().-]{2,24}$/i;

/**
 * The address that a link in a text leads to: http and https as targets of codes have to be, an e-mail address, or a phone
 * number; undefined for everything else, so that no script, file or page of this host is opened by a text.
 */
export function textLink(address: string): string | undefined {
  if (MAIL.test(address) || PHONE.test(address)) return address;
  return normalizeTarget(address);
}
