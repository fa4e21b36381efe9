import type { Locale } from '@waypost/contract';
import type { Disposer } from './ground.ts';

/** Path below which public pages stand on the installation's own hosts: `/page/<address>`. */
export const PUBLIC_PAGE_PREFIX = '/page/';
/** Most pages that one source has. */
export const MOST_PUBLIC_PAGES = 500;

/** A page that strangers read, in one language. */
export interface PublicPage {
  /** The language that this is in: the one asked for, else the default one. */
  locale: Locale;
  /** The languages that it is written in, this one among them. */
  locales: readonly Locale[];
  title: string;
  /**
   * Markup that was cleaned. It is shown in a box in which no script runs and nothing of the host is reached; a picture
   * stands in it as `<img data-picture="<id>" alt="…">`. The page styles plain markup, `<table>` and `<dl>` among it, and
   * some classes: `<div class="gallery">` of pictures beside each other, `<p class="lead">`, `<p class="text">` of lines,
   * `<p class="bad">` and `<a class="button">`.
   */
  html: string;
}

/** Who has public pages: a plugin that keeps texts, for instance. */
export interface PublicPageSource {
  /**
   * Addresses of all of them, at most 500, each 1 to 63 lower-case letters, digits and hyphens; asked for once in a second
   * however many strangers come.
   */
  addresses(): Promise<readonly string[]>;
  /** Undefined: there is none any more. */
  page(address: string, locale: Locale): Promise<PublicPage | undefined>;
  /** Names of the pictures that stand in the page, in any language; nobody is shown another. */
  pictures(address: string): Promise<readonly string[]>;
  /** PNG of a picture that `pictures` has named; undefined: there is none any more. */
  picture(picture: string): Promise<Uint8Array | undefined>;
}

/** Who has more public pages than are listed, at two segments: `/page/<first>/<address>`. */
export interface PublicPageBranch extends Omit<PublicPageSource, 'addresses'> {
  /** First segment of all of them: 1 to 63 lower-case letters, digits and hyphens. */
  first: string;
}

/** Service of the runtime: pages that strangers read at the installation's own hosts. Not for plugins in a process of their own. */
export interface PublicPages {
  /** From now on the source's pages are answered; of several with one address the first has it. Dispose it with the plugin. */
  contribute(source: PublicPageSource): Disposer;
  /**
   * From now on the branch's pages are answered. It is asked for what strangers make up, too, though not for more than some
   * addresses at a time. Dispose it with the plugin. Since 1.1.
   * @throws TypeError when another has the first segment
   */
  contributeBranch(branch: PublicPageBranch): Disposer;
}

/** Name that `PublicPages` is provided under. */
export const PUBLIC_PAGES = 'platform.public_pages';

/** The versions that this interface describes. */
export const PUBLIC_PAGES_VERSIONS = '^1.1';
