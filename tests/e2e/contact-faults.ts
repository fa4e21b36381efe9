import type { Locale } from '@waypost/contract';
import type { Page } from 'playwright-core';

/** What a program can see of a screen's looks: pages wider than the window, text that is cut off, buttons in two lines, keys in the place of words, letters of another alphabet. */
export function lookForFaults(page: Page, locale: Locale): Promise<string[]> {
  return page.evaluate((language) => {
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth)
      found.push(`wider than the window by ${root.scrollWidth - innerWidth}`);
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 2 && height > 2 && getComputedStyle(element).visibility !== 'hidden';
    };
    const heightOfText = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().height;
    };
    const textOf = (element: Element) => (element.textContent ?? '').trim().slice(0, 60);
    for (const element of document.querySelectorAll('body *')) {
      if (element.closest('canvas, svg, script, style') || !isShown(element)) continue;
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!own) continue;
      const style = getComputedStyle(element);
      const text = textOf(element);
      if (style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
        found.push(
          `cut off: ${element.tagName.toLowerCase()} “${text}” ${element.scrollWidth} in ${element.clientWidth}`,
        );
      if (/^[a-z_]+(\.[a-z_]+)+$/.test(text) && !/example|^(asha|juma|olga)\./.test(text))
        found.push(`a key? “${text}”`);
      const line = Number.parseFloat(style.lineHeight) || 22;
      const button = element.closest('button, [role=tab], th');
      if (button && element.children.length === 0 && heightOfText(element) > line * 1.6)
        found.push(`in two lines: ${button.tagName.toLowerCase()} “${text}”`);
      if (language !== 'zh-CN' && /\p{Script=Han}/u.test(text)) found.push(`Chinese: “${text}”`);
    }
    if (document.querySelectorAll('h1').length !== 1)
      found.push(`headings of the first level: ${document.querySelectorAll('h1').length}`);
    return [...new Set(found)];
  }, locale);
}
