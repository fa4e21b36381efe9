import { TARGET_URL_MAX_LENGTH } from './target-url.ts';

/** Longest path of a rule, as it is compared. */
export const VISIT_FORWARD_MAX_PATH = 500;

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
