import { fault } from './errors.ts';

/** A screen of the product, with what its address may carry: `/customer/qr_code_list?group=…`. */
const INSIDE = /^\/customer\/[a-z0-9_]{1,100}(\?[^\s#\\<>"]*)?$/;

/**
 * Where an added entry of the menu leads: a screen of the product or an http(s) address outside, as it is kept.
 * Errors: `invalid_input` 422 at `path` for anything else, whatever it pretends to be.
 */
export function menuAddress(text: string): string {
  const path = text.trim();
  if (INSIDE.test(path)) return path;
  const url = URL.canParse(path) ? new URL(path) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  // A name before the @ makes an address look like one that it is not.
  if (!url || !isWeb || !/^https?:\/\//i.test(path) || url.username !== '' || url.password !== '')
    throw fault('path', 'error.role.address');
  return url.href;
}
