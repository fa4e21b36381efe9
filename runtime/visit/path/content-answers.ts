import { visitContact } from '@waypost/contract';
import type { PageOptions } from '../answers/page-languages.ts';
import { createShownPages } from '../answers/shown-pages.ts';
import { vcardOf } from '../answers/vcard.ts';
import { createWrittenPages } from '../answers/written-page.ts';
import { queryOf } from '../derive/query-of.ts';
import { type Content, contentAddress, contentIdOf } from '../links/link-content.ts';
import type { ContentShelf } from './content-shelf.ts';

/**
 * Query parameter by which a page asks for what belongs to it at its own address: the picture, or the card to save. Whatever
 * refuses the page refuses it, too, and it is no visit.
 */
export const PART_PARAMETER = 'waypost_part';

/** Nothing in a part runs, whatever a browser takes it for. */
const PART_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** What a visit is shown in the place of being led somewhere. */
export interface ContentAnswers {
  /** The content that an address of a compiled link names, when it is in memory. */
  find(address: string): Content | undefined;
  /** Brings it into memory; false when it is not to be had now. */
  fetch(address: string): Promise<boolean>;
  /** The page. */
  answer(content: Content, address: string, request: Request): Response;
  /** Address, as compiled links have it, of the part that a request asks for; undefined when it asks for the page. */
  partOf(url: string): string | undefined;
  /** The part; undefined for a content that has none. */
  part(content: Content, isHead: boolean): Response | undefined;
}

export function createContentAnswers(
  shelf: Pick<ContentShelf, 'find' | 'load'>,
  options: PageOptions,
): ContentAnswers {
  const written = createWrittenPages(options);
  const pages = createShownPages(options);
  const page = (content: Content, address: string, request: Request): Response => {
    const part = partAddress(request.url, contentIdOf(address) ?? '');
    switch (content.kind) {
      case 'page':
        return written(content.bytes, request);
      case 'picture':
        return pages.picture(part, request);
      case 'contact':
        return pages.contact(contactIn(content), part, request);
    }
  };
  return {
    find(address) {
      const id = contentIdOf(address);
      return id === undefined ? undefined : shelf.find(id);
    },
    async fetch(address) {
      const id = contentIdOf(address);
      return id !== undefined && (await shelf.load(id)) !== undefined;
    },
    answer(content, address, request) {
      const answer = page(content, address, request);
      return request.method === 'HEAD' ? new Response(null, answer) : answer;
    },
    partOf(url) {
      if (!url.includes(`${PART_PARAMETER}=`)) return undefined;
      const id = queryOf(url).get(PART_PARAMETER);
      return id === null ? undefined : contentAddress(id);
    },
    part(content, isHead) {
      if (content.kind === 'picture')
        return new Response(isHead ? null : new Uint8Array(content.bytes), {
          headers: { ...PART_HEADERS, 'content-type': 'image/png', 'content-disposition': 'inline' },
        });
      if (content.kind !== 'contact') return undefined;
      const contact = contactIn(content);
      // Half a character has no bytes that could be written.
      const name = encodeURIComponent(contact.name.toWellFormed()).replace(/['()*]/g, '_');
      return new Response(isHead ? null : vcardOf(contact), {
        headers: {
          ...PART_HEADERS,
          'content-type': 'text/vcard; charset=utf-8',
          'content-disposition': `attachment; filename="contact.vcf"; filename*=UTF-8''${name}.vcf`,
        },
      });
    },
  };
}

const contactIn = ({ bytes }: Content) => visitContact.parse(JSON.parse(bytes.toString()));

/** The page's own address with the part: what let the visitor in, such as the token of a scan, lets the part out, too. */
function partAddress(url: string, id: string): string {
  const query = queryOf(url);
  query.set(PART_PARAMETER, id);
  return `?${query}`;
}
