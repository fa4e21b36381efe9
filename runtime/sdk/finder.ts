import type { SignedRequest } from './request.ts';

/** What people look for by name across plugins. */
export const FINDER_KINDS = ['code', 'domain', 'person'] as const;
export type FinderKind = (typeof FINDER_KINDS)[number];

export interface Found {
  id: string;
  /** What it is called. */
  title: string;
  /** What tells it from others of the same name: a short code, an account. */
  detail: string;
  /** Screen under /customer that shows it, with its query. */
  screen: string;
  /** ISO time of its creation. */
  create_time: string;
}

/**
 * Finds things of one kind that the caller may see, newest first; an empty text finds them all. A plugin offers it with
 * `context.provide('finder.code', …)` and `"services": { "finder.code": "1.0.0" }` in plugin.json. It checks the caller's permission itself and answers nothing without it.
 */
export interface Finder {
  find(
    /** `isOwn`: the caller's own alone, also where the caller may see those of others. */
    query: { text: string; limit: number; isOwn?: boolean },
    request: SignedRequest,
  ): Promise<{ count: number; found: Found[] }>;
}

/** The versions of a finder that this interface describes. */
export const FINDER_VERSIONS = '^1';

/** Name under which the finder of a kind is offered. */
export function finderName(kind: FinderKind): string {
  return `finder.${kind}`;
}
