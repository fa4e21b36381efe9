import { createHash } from 'node:crypto';
import { AppError } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { askReach } from '../proof/ask-reach.ts';
import type { PageFacts } from './stored.ts';

const LIMITS = { limitMs: 10_000, limitBytes: 1_048_576 };
const LONGEST_TITLE = 200;
/** What differs from one request to the next: numbers, times, tokens. */
const CHANGING = /[0-9a-f]{8,}|[0-9]+/g;

/** The page that is served under a name, with whether the marker of this installation stands behind it; null: none came. */
export async function readPage(
  context: PluginContext,
  name: string,
  { isSafe }: { isSafe: boolean },
): Promise<PageFacts | null> {
  const scheme = isSafe ? 'https' : 'http';
  const reach = await askReach(context, name, { scheme });
  const marker = reach.reach;
  try {
    const response = await context.internet.fetch(`${scheme}://${name}/`, LIMITS);
    const text = await response.text();
    const { hostname: host } = new URL(response.url);
    return { status: response.status, title: titleOf(text), hash: hashOf(text), host, marker };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

/** The title of a page as it stands in it; empty: it has none. */
export function titleOf(page: string): string {
  const begin = page.search(/<title[\s>]/i);
  const open = begin < 0 ? -1 : page.indexOf('>', begin);
  const end = open < 0 ? -1 : page.indexOf('<', open + 1);
  if (end < 0) return '';
  return page
    .slice(open + 1, end)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_TITLE);
}

/** In one pass: a pattern goes over the rest again for each comment that is begun and never ended, and whoever has the page may begin many. */
function withoutComments(page: string): string {
  let [kept, at] = ['', 0];
  for (;;) {
    const from = page.indexOf('<!--', at);
    const to = from < 0 ? -1 : page.indexOf('-->', from + 4);
    if (to < 0) return kept + page.slice(at);
    kept += page.slice(at, from);
    at = to + 3;
  }
}

/**
 * A page without what differs from one request to the next. Scripts stay in it: one that somebody has put in is what is
 * looked for.
 */
export function normalized(page: string): string {
  return withoutComments(page.toLowerCase())
    .replaceAll(/\snonce\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/g, '')
    .replaceAll(CHANGING, '#')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([<>]) ?/g, '$1')
    .trim();
}

const hashOf = (page: string): string => createHash('sha256').update(normalized(page)).digest('hex');
