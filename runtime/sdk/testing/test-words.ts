import enUS from '../../../locales/en-US/server.json' with { type: 'json' };
import enUSShell from '../../../locales/en-US/shell.json' with { type: 'json' };
import enUSTerms from '../../../locales/en-US/terms.json' with { type: 'json' };
import swKE from '../../../locales/sw-KE/server.json' with { type: 'json' };
import zhCN from '../../../locales/zh-CN/server.json' with { type: 'json' };
import type { Words } from '../../services/locale/texts.ts';

const words = (texts: Record<string, string>) => new Map(Object.entries(texts));

/** What the server says by itself. */
export const SERVER_WORDS: Words = { 'en-US': words(enUS), 'zh-CN': words(zhCN), 'sw-KE': words(swKE) };

/** Keys that the product has words for in each language, so that no plugin needs its own. */
const PRODUCT_KEYS: ReadonlySet<string> = new Set(
  [enUS, enUSShell, enUSTerms].flatMap((texts) => Object.keys(texts)),
);

/** Whether people read a text for the key: the plugin's own or the product's; a plural has a form for `other` in every language. */
export function isWorded(own: ReadonlyMap<string, string>, key: string): boolean {
  return [key, `${key}_other`].some((form) => own.has(form) || PRODUCT_KEYS.has(form));
}
