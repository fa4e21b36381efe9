import { escapeHtml } from './document.ts';

/** What an operator has set of how this installation is called and looks; empty where they have not. */
export interface PageSite {
  name: string;
  /** Address of the logo on this host. */
  logo: string;
}

/**
 * The head of pages that say something for the installation itself; empty as long as nothing is set. Asked at each page, from
 * memory.
 */
export function createSiteHead(site: (() => PageSite) | undefined): () => string {
  let drawn: { site: PageSite; html: string } | undefined;
  return () => {
    const now = site?.();
    if (now === undefined) return '';
    if (drawn?.site !== now) drawn = { site: now, html: siteHead(now) };
    return drawn.html;
  };
}

function siteHead({ name, logo }: PageSite): string {
  const picture = logo === '' ? '' : `<img src="${escapeHtml(logo)}" alt="">`;
  const text = name === '' ? '' : `<span>${escapeHtml(name)}</span>`;
  return picture === '' && text === '' ? '' : `<header>${picture}${text}</header>`;
}
