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

/** Whether an address may be the target of a link, an expiry page, a banner or a forward rule. */
export function isAllowedTarget(address: string): boolean {
  return normalizeTarget(address) !== undefined;
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
  .refine(isAllowedTarget, { message: 'target_url' });
