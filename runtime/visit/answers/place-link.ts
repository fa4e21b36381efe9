import { escapeHtml } from './document.ts';

/** What `encodeURIComponent` leaves although a script or an attribute could mean something by it. */
const LEFT = /['()]/g;
const encoded = (sign: string): string => `%${sign.charCodeAt(0).toString(16)}`;

/** Longest address that the link carries: a host name with a short code has less. */
const MAX_LENGTH = 330;

/**
 * A link by which a page is reported or its code claimed, made safe for an attribute: the form opens with the address that
 * was visited, in the language of the page.
 */
export type PlaceLink = (language: string, request: Pick<Request, 'url'>) => string;

/** @param formUrl address of the form, without a query */
export function createPlaceLink(formUrl: string): PlaceLink {
  const [start, middle] = [escapeHtml(`${formUrl}?locale=`), escapeHtml('&address=')];
  return (language, { url }) =>
    start + language + middle + encodeURIComponent(visitedPlace(url)).replace(LEFT, encoded);
}

/**
 * Host and path of a visit, without the scheme, which a proxy hides, and the query, which carries the token of a scan.
 * The address holds whatever the Host header said: most often it is one, but it need not be.
 */
function visitedPlace(url: string): string {
  const scheme = url.indexOf('://');
  const query = url.indexOf('?');
  const place = url.slice(scheme < 0 ? 0 : scheme + 3, query < 0 ? undefined : query);
  return place.slice(0, MAX_LENGTH).toWellFormed();
}
