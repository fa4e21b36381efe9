import type { VisitContact } from '@waypost/contract';
import { ASKED_HINTS } from './asked-hints.ts';
import { escapeHtml, htmlDocument, pagePolicy } from './document.ts';
import { BUILT_IN_LANGUAGES, type PageLanguage, type PageOptions } from './page-languages.ts';
import { createPlaceLink } from './place-link.ts';
import { phoneUri } from './vcard.ts';
import type { PageWords } from './words.ts';

/** A page around what a link shows. `part` is the address of the picture or the card, beside the page's own. */
export interface ShownPages {
  picture(part: string, request: Request): Response;
  contact(contact: VisitContact, part: string, request: Request): Response;
}

/** Prepares the pages' frames; each answer is a fresh Response. */
export function createShownPages({ reportUrl, languages = BUILT_IN_LANGUAGES }: PageOptions): ShownPages {
  const policies = { picture: pagePolicy({ pictures: true }), contact: pagePolicy() };
  const reportLink = createPlaceLink(reportUrl);
  const footer = ({ language, words }: PageLanguage, request: Request) =>
    `<footer><a href="${reportLink(language, request)}" rel="noreferrer nofollow">${escapeHtml(words.report)}</a></footer>`;
  const answer = (html: string, language: string, policy: string) =>
    new Response(html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-language': language,
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'accept-ch': ASKED_HINTS,
      },
    });
  return {
    picture(part, request) {
      const spoken = languages.choose(request.headers.get('accept-language'));
      const { language, words } = spoken;
      const { title, text } = words.picture;
      const body = `<img src="${escapeHtml(part)}" alt="${escapeHtml(title)}"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${footer(spoken, request)}`;
      return answer(htmlDocument({ language, title, body, isWide: true }), language, policies.picture);
    },
    contact(contact, part, request) {
      const spoken = languages.choose(request.headers.get('accept-language'));
      const { language, words } = spoken;
      const { save } = words.contact;
      const body = `${contactBody(contact, words.contact)}<p><a class="button" href="${escapeHtml(part)}">${escapeHtml(save)}</a></p>${footer(spoken, request)}`;
      return answer(htmlDocument({ language, title: contact.name, body }), language, policies.contact);
    },
  };
}

function contactBody(contact: VisitContact, words: PageWords['contact']): string {
  const { name, organization, title, phones = [], emails = [], website, address, note } = contact;
  const link = (href: string, text: string) =>
    `<a href="${escapeHtml(href)}" rel="noopener noreferrer">${escapeHtml(text)}</a>`;
  const fact = (label: string, html: string) => `<dt>${escapeHtml(label)}</dt><dd>${html}</dd>`;
  const facts = [
    ...phones.map((phone) => fact(words.phone, link(phoneUri(phone), phone))),
    ...emails.map((email) => fact(words.email, link(`mailto:${encodeURIComponent(email)}`, email))),
    ...(website === undefined ? [] : [fact(words.website, link(new URL(website).href, website))]),
    ...(address === undefined ? [] : [fact(words.address, escapeHtml(address))]),
    ...(note === undefined ? [] : [fact(words.note, escapeHtml(note))]),
  ];
  const roles = [title, organization].flatMap((role) => (role === undefined ? [] : [escapeHtml(role)]));
  return `<h1>${escapeHtml(name)}</h1>${roles.length === 0 ? '' : `<p>${roles.join(' · ')}</p>`}${facts.length === 0 ? '' : `<dl>${facts.join('')}</dl>`}`;
}
