import { JUMP_WORDS, jumpMarkup, type Locale, readTemplate, renderTemplate } from '@waypost/contract';

/** What stands in a preview in the place of a code. */
const SAMPLE = { target: 'https://example.com/menu?table=7', code: 'aB3xY9z' };
const NAMES: Readonly<Record<Locale, string>> = {
  'zh-CN': '夏季菜单 & 酒水',
  'en-US': 'Summer menu & drinks',
  'sw-KE': 'Menyu ya kiangazi & vinywaji',
};

/** The page of a template that has passed `zTemplate`, as a visitor would get it. */
export function previewOf(html: string, jumpType: number, language: Locale): string {
  const read = readTemplate(html);
  if ('fault' in read) return '';
  const { opening, open } = JUMP_WORDS[language];
  const values = { ...SAMPLE, title: opening, open, name: NAMES[language], language };
  return renderTemplate(read.parts, values, () => jumpMarkup(jumpType, SAMPLE.target));
}
