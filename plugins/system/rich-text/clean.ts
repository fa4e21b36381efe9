import sanitizeHtml from 'sanitize-html';
import { ALLOWED_ELEMENTS, MOST_NESTED, PICTURE_ID, textLink } from './values.ts';

/** Elements that say the same by an older or a foreign name. */
const SAME_AS: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  div: 'p',
};

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...ALLOWED_ELEMENTS],
  allowedAttributes: { a: ['href'], img: ['data-picture', 'alt'] },
  // Looked at by `textLink`, which knows more than a scheme.
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'xmp', 'iframe', 'template'],
  nestingLimit: MOST_NESTED,
  parseStyleAttributes: false,
  enforceHtmlBoundary: false,
  transformTags: {
    ...SAME_AS,
    a: (_name, { href = '' }) => {
      const address = textLink(href.trim());
      return address === undefined
        ? { tagName: 'a', attribs: {} }
        : { tagName: 'a', attribs: { href: address } };
    },
    img: (_name, { 'data-picture': picture = '', alt = '' }) => ({
      tagName: 'img',
      attribs: { 'data-picture': picture, alt: alt.slice(0, 200) },
    }),
  },
  exclusiveFilter: ({ tag, attribs, text }) => {
    if (tag === 'img') return !PICTURE_ID.test(attribs['data-picture'] ?? '');
    // A link that leads nowhere is no link; its words stay.
    if (tag === 'a' && attribs.href === undefined) return text === '' ? true : 'excludeTag';
    return false;
  },
};

/** Looks at a text until one changes nothing; the second mends how elements stand within each other. */
const MOST_LOOKS = 5;

/** What people write, as far as it is text: elements, addresses and pictures that nobody can be harmed by. */
export function cleanText(html: string): string {
  let clean = html;
  for (let look = 0; look < MOST_LOOKS; look++) {
    const next = sanitizeHtml(clean, OPTIONS).trim();
    if (next === clean) break;
    clean = next;
  }
  return clean;
}

/** Names of the pictures in a clean text. */
export function picturesIn(html: string): string[] {
  const found = html.matchAll(/<img data-picture="([0-9a-f]{32})"/g);
  return [...new Set([...found].map(([, picture]) => picture as string))];
}

/** Whether somebody who looks at a clean text sees anything. */
export function hasContent(html: string): boolean {
  return /<(img|hr)\b/.test(html) || html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';
}
