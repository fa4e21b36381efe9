import { z } from 'zod';
import { normalizeTarget, TARGET_URL_MAX_LENGTH, targetUrl } from './target-url.ts';

/** Most rules of one host. */
export const VISIT_FORWARD_MAX_RULES = 100;
/** Longest path of a rule, as it is compared. */
export const VISIT_FORWARD_MAX_PATH = 500;
/** What a forward may be answered with: moved for good, for now, and both with the method kept. */
export const FORWARD_STATUSES = [301, 302, 307, 308] as const;
export type ForwardStatus = (typeof FORWARD_STATUSES)[number];

/** The path of a rule, taken apart. */
export interface ForwardPattern {
  segments: readonly string[];
  /** Written with `/*` at its end: what is below it is meant, too. */
  isPrefix: boolean;
}

/** A path that was asked for, taken apart. */
export interface ForwardPath {
  segments: readonly string[];
  /** Whether it ends in a slash. */
  isFolder: boolean;
}

/**
 * The segments of a path, each in its one spelling: dots and backslashes as browsers read them, percent signs only where they
 * are needed, empty segments left out. Undefined for what is no path.
 */
export function forwardPath(path: string): ForwardPath | undefined {
  const url = path.startsWith('/') ? URL.parse(`http://host${path}`) : null;
  if (url === null) return undefined;
  try {
    const segments = url.pathname.split('/').filter((segment) => segment !== '');
    return {
      segments: segments.map((segment) => encodeURIComponent(decodeURIComponent(segment))),
      isFolder: url.pathname.endsWith('/'),
    };
  } catch (error) {
    // A percent sign with nothing behind it: nobody has written such a rule.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Reads the path of a rule: `/old`, or `/old/*`. Undefined for what cannot be one. */
export function forwardPattern(text: string): ForwardPattern | undefined {
  const isPrefix = text.endsWith('/*');
  const bare = isPrefix ? text.slice(0, -1) : text;
  if (/[\s\p{Cc}?#*\\]/u.test(bare)) return undefined;
  const path = forwardPath(bare);
  if (path === undefined || patternLength(path.segments) > VISIT_FORWARD_MAX_PATH) return undefined;
  return { segments: path.segments, isPrefix };
}

const patternLength = (segments: readonly string[]): number => segments.join('/').length + 3;

/** What of a path is behind the pattern, nothing for one that is met exactly; undefined where the whole path is not met. */
export function forwardRemainder(
  pattern: ForwardPattern,
  path: Pick<ForwardPath, 'segments'>,
): readonly string[] | undefined {
  const { length } = pattern.segments;
  if (path.segments.length < length || (!pattern.isPrefix && path.segments.length > length)) return undefined;
  for (let at = 0; at < length; at++) if (path.segments[at] !== pattern.segments[at]) return undefined;
  return path.segments.slice(length);
}

/**
 * A target with what is behind the pattern as more of its path: scheme, host, port and query stay. Where it became too long the
 * target stands alone.
 */
export function joinForward(target: string, remainder: readonly string[], isFolder: boolean): string {
  if (remainder.length === 0) return target;
  const url = new URL(target);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${remainder.join('/')}${isFolder ? '/' : ''}`;
  return url.href.length > TARGET_URL_MAX_LENGTH ? target : url.href;
}

const objectId = z.string().regex(/^[0-9a-f]{24}$/);

/** One rule: of a host's, the first that meets the whole path is followed. */
export const visitForward = z.strictObject({
  /** Names it among the rules of its host, and its count with it: another name begins to count anew. */
  rule: z.string().regex(/^[0-9A-Za-z._-]{1,60}$/),
  /** `/old` is met with and without a slash at its end; `/old/*` is that and all below it. */
  path: z
    .string()
    .min(1)
    .max(VISIT_FORWARD_MAX_PATH)
    .refine((text) => forwardPattern(text) !== undefined, { message: 'forward_path' }),
  target: targetUrl,
  status: z.literal(FORWARD_STATUSES),
  /** What is behind `/*` becomes more of the target's path. */
  keep_path: z.boolean(),
  /** Query parameters are handed on, but for those of our own and those that the target has. */
  keep_query: z.boolean(),
});
export type VisitForward = z.infer<typeof visitForward>;

/**
 * Where visitors of a host are led whose path no code answers. A host has them of one plugin, once; they are not looked at on hosts
 * of the installation's own, nor for names that the product serves everywhere (`/healthz`, `/robots.txt` and the like).
 */
export const visitForwards = z
  .strictObject({
    id: objectId,
    owner: objectId,
    plugin: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
    /** Lower case, ASCII, without a port. */
    host: z.string().regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/),
    rules: z.array(visitForward).min(1).max(VISIT_FORWARD_MAX_RULES),
  })
  .superRefine(({ host, rules }, checked) => {
    if (new Set(rules.map(({ rule }) => rule)).size < rules.length)
      checked.addIssue({ code: 'custom', path: ['rules'], message: 'forward_twice' });
    const at = forwardLoop(host, rules);
    if (at !== undefined)
      checked.addIssue({ code: 'custom', path: ['rules', at, 'target'], message: 'forward_loop' });
  });
export type VisitForwards = z.infer<typeof visitForwards>;

/** The first rule that leads to itself, at once or by others of the same host; undefined where none does. */
export function forwardLoop(
  host: string,
  rules: readonly Pick<VisitForward, 'path' | 'target'>[],
): number | undefined {
  const patterns = rules.map(({ path }) => forwardPattern(path));
  const next = rules.map(({ target }) => {
    const address = normalizeTarget(target);
    const url = address === undefined ? undefined : new URL(address);
    if (url?.hostname.replace(/\.$/, '') !== host) return -1;
    const path = forwardPath(url.pathname);
    return path === undefined
      ? -1
      : patterns.findIndex((pattern) => pattern && forwardRemainder(pattern, path) !== undefined);
  });
  for (const start of rules.keys()) {
    let at = start;
    for (let steps = 0; steps < rules.length && at >= 0; steps++) {
      at = next[at] ?? -1;
      if (at === start) return start;
    }
  }
  return undefined;
}
