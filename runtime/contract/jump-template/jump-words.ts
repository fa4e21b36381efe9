import type { Locale } from '../constants.ts';

/** What a page that jumps says: its heading, and its link for when nothing happens by itself. */
export const JUMP_WORDS: Readonly<Record<Locale, { opening: string; open: string }>> = {
  'zh-CN': { opening: '正在打开…', open: '如果没有自动打开，请点击这里' },
  'en-US': { opening: 'Opening…', open: 'Nothing happening? Open it here' },
  'sw-KE': { opening: 'Inafungua…', open: 'Haijafunguka? Fungua hapa' },
};
