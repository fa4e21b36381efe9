import type { Locale, VisitContact } from '@waypost/contract';
import { ASKED_HINTS } from './asked-hints.ts';
import { escapeHtml, htmlDocument, pagePolicy } from './document.ts';
import { chooseLanguage } from './language.ts';
import { createPlaceLink } from './place-link.ts';
import { phoneUri } from './vcard.ts';
import { PAGE_WORDS } from './words.ts';

/** A page around what a link shows. `part` is the address of the picture or the card, beside the page's own. */
export interface ShownPages {
  picture(part: string, request: Request): Response;
  contact(contact: VisitContact, part: string, request: Request): Response;
}

/** Prepares the pages' frames; each answer is a fresh Response. */
export function createShownPages(reportUrl: string): ShownPages {
  const policies = { picture: pagePolicy({ pictures: true }), contact: pagePolicy() };
  const reportLink = createPlaceLink(reportUrl);
  const footer = (locale: Locale, request: Request) =>
    `<footer><a href="${reportLink(locale, request)}" rel="noreferrer nofollow">${escapeHtml(PAGE_WORDS[locale].report)}</a></footer>`;
  const answer = (html: string, locale: Locale, policy: string) =>
    new Response(html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-language': locale,
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'accept-ch': ASKED_HINTS,
      },
    });
  return {
    picture(part, request) {
      const locale = chooseLanguage(request.headers.get('accept-language'));
      const { title, text } = PAGE_WORDS[locale].picture;
      const body = `<img src="${escapeHtml(part)}" alt="${escapeHtml(title)}"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${footer(locale, request)}`;
      return answer(htmlDocument({ locale, title, body, isWide: true }), locale, policies.picture);
    },
    contact(contact, part, request) {
      const locale = chooseLanguage(request.headers.get('accept-language'));
      const { save } = PAGE_WORDS[locale].contact;
      const body = `${contactBody(contact, locale)}<p><a class="button" href="${escapeHtml(part)}">${escapeHtml(save)}</a></p>${footer(locale, request)}`;
      return answer(htmlDocument({ locale, title: contact.name, body }), locale, policies.contact);
    },
  };
}

function contactBody(contact: VisitContact, locale: Locale): string {
  const words = PAGE_WORDS[locale].contact;
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
