import { z } from 'zod';
import { normalizeTarget } from './target-url.ts';

/** Longest address of an app, characters. */
export const APP_ADDRESS_MAX_LENGTH = 500;

/** A scheme, two slashes, and what needs no escape in an address: nothing that ends a text of whatever language. */
const FORM = /^[a-z][a-z0-9+.-]{1,39}:\/\/[A-Za-z0-9\-._~:/?#[\]@!$&()*+,;=%]*$/i;
/**
 * Schemes that a browser carries out, reads files by or leads on to the web by itself, and Android's `intent`, whose address
 * names a web page to go to. An app has a scheme of its own, or an https address.
 */
const FORBIDDEN =
  /^(?:javascript|data|blob|file|filesystem|vbscript|about|view-source|jar|content|intent|android-app|http|ftp|wss?|resource|(?:chrome|moz|edge|safari|brave|opera|ms)(?:-.*)?)$/i;

/**
 * The address by which an app is opened, or undefined where it may not be one: `weixin://dl/chat`, or the https address of a
 * universal or app link, which leads to a web page where there is no app.
 */
export function normalizeAppAddress(address: string): string | undefined {
  if (address.length > APP_ADDRESS_MAX_LENGTH) return undefined;
  if (/^https:/i.test(address)) {
    const normal = normalizeTarget(address);
    return normal === undefined || normal.length > APP_ADDRESS_MAX_LENGTH ? undefined : normal;
  }
  const [scheme = ''] = address.split(':');
  if (!FORM.test(address) || FORBIDDEN.test(scheme)) return undefined;
  return scheme.toLowerCase() + address.slice(scheme.length);
}

/** An address that opens an app: a scheme of its own, or https. */
export const appAddress = z
  .string()
  .max(APP_ADDRESS_MAX_LENGTH)
  .refine((address) => normalizeAppAddress(address) !== undefined, { message: 'app_address' });

/** Systems that open apps by their address. */
export const APP_SYSTEMS = ['ios', 'android'] as const;
export type AppSystem = (typeof APP_SYSTEMS)[number];

/** What is tried first on each system. */
export const targetApps = z.strictObject({ ios: appAddress.optional(), android: appAddress.optional() });
export type TargetApps = z.infer<typeof targetApps>;
