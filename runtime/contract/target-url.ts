import { z } from 'zod';

/** Longest target address, in characters after URL parsing. */
export const TARGET_URL_MAX_LENGTH = 2048;

// Browsers drop tab and newline inside an address and read a backslash as a slash, so what a person checked
// and what opens would differ. Bidirectional controls make an address look like another one.
const FORBIDDEN_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\\\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;
const WEB_SCHEME = /^https?:\/\/[^/]/i;

/**
 * The address as visitors are sent to it (parsed, ASCII, percent-encoded), or undefined when it may not be a target.
 * docs/threats.md, row Targets: http and https only, after URL parsing; no user name or password; no control
 * characters or backslashes; a scheme and two slashes are required, so `//evil` and `/\evil` fail.
 */
export function normalizeTarget(address: string): string | undefined {
  if (address.length === 0 || address.length > TARGET_URL_MAX_LENGTH) return undefined;
  if (address.trim() !== address || FORBIDDEN_CHARACTERS.test(address) || !WEB_SCHEME.test(address)) {
    return undefined;
  }
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return undefined;
  return url.href.length > TARGET_URL_MAX_LENGTH ? undefined : url.href;
}

/** A host name with a dot in it and what may follow, as people type it. `localhost:3000` could as well be a scheme. */
const BARE_ADDRESS = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#].*)?$/u;

/** `example.com/menu` → `https://example.com/menu`; anything else as it stands, right or wrong. */
export function completeTarget(address: string): string {
  return BARE_ADDRESS.test(address) ? `https://${address}` : address;
}

/** Nothing of them is seen, so that two addresses that look alike lead to two places; joiners of scripts are none of these. */
const INVISIBLE_CHARACTERS =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u;
/** The colon, slashes and blank of Chinese keyboards, where an address begins. */
const WIDE_SCHEME = /^https?(?:：|:[／/]?／)/iu;

/** What is wrong with a target, as the end of `error.issue.…`; undefined: nothing. */
export type TargetFault =
  | 'target_url'
  | 'target_url_blank'
  | 'target_url_backslash'
  | 'target_url_colon'
  | 'target_url_invisible';

/** Why an address may not be the target that somebody enters; undefined: it may. */
export function targetFault(address: string): TargetFault | undefined {
  const trimmed = address.trim();
  if (INVISIBLE_CHARACTERS.test(trimmed)) return 'target_url_invisible';
  if (WIDE_SCHEME.test(trimmed)) return 'target_url_colon';
  if (normalizeTarget(address) !== undefined) return undefined;
  if (trimmed.includes('\\')) return 'target_url_backslash';
  const isBare =
    !trimmed.includes(':') && /\s/u.test(trimmed) && BARE_ADDRESS.test(trimmed.replaceAll(/\s/gu, ''));
  const isAlmost = normalizeTarget(trimmed.replaceAll(/\s/gu, '')) !== undefined;
  return isBare || isAlmost ? 'target_url_blank' : 'target_url';
}

/** Whether an address may be the target of a link, an expiry page, a banner or a forward rule. */
export function isAllowedTarget(address: string): boolean {
  return targetFault(address) === undefined;
}

/**
 * An http(s) address that a visitor may be sent to. Kept as the user wrote it, with https:// before it where it was left out;
 * `normalizeTarget` gives the sent form.
 */
export const targetUrl: z.ZodType<string, string> = z
  .string()
  .min(1)
  .max(TARGET_URL_MAX_LENGTH)
  .overwrite(completeTarget)
  .superRefine((address, check) => {
    const message = targetFault(address);
    if (message !== undefined) check.addIssue({ code: 'custom', message });
  });

/**
 * The target of what is published to the visit path: as `targetUrl`, but with what nobody sees, so that codes which were made
 * before such characters were refused go on.
 */
export const publishedTarget: z.ZodType<string, string> = z
  .string()
  .min(1)
  .max(TARGET_URL_MAX_LENGTH)
  .overwrite(completeTarget)
  .refine((address) => normalizeTarget(address) !== undefined, { message: 'target_url' });
