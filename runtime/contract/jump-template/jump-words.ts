import type { Locale } from '../constants.ts';

/** What a page that jumps says: its heading, and its button for when nothing happens by itself. */
export const JUMP_WORDS: Readonly<Record<Locale, { opening: string; open: string }>> = {
  'zh-CN': { opening: '正在打开…', open: '打开' },
  'en-US': { opening: 'Opening…', open: 'Open' },
  'sw-KE': { opening: 'Inafungua…', open: 'Fungua' },
};
