import { type ForwardPattern, forwardPath, forwardPattern, forwardRemainder } from './forward-path.ts';
import { normalizeTarget } from './target-url.ts';

/** What of a rule says where it leads. */
export interface LoopRule {
  path: string;
  target: string;
  keep_path: boolean;
}

/** One rule as a step from path to path of the same host. */
interface Step {
  pattern: ForwardPattern | undefined;
  /** Segments of its target's path; undefined: it leads elsewhere. */
  target: readonly string[] | undefined;
  keepsPath: boolean;
}

/** A segment that no path has: whatever else visitors ask for below a rule. */
const ANYTHING = ' ';
/** A path of more segments is longer than any address: it grows with each step. */
const MOST_SEGMENTS = 1024;

/**
 * A rule that leads to itself, at once or by others of the same host, for some path that visitors may ask for; undefined where
 * each path comes to an end.
 */
export function forwardLoop(host: string, rules: readonly LoopRule[]): number | undefined {
  const steps = rules.map((rule) => stepOf(host, rule));
  const ending = new Set<string>();
  for (const start of startsOf(steps)) {
    const circle = circleBehind(steps, start, ending);
    if (circle !== undefined) return Math.min(...circle);
  }
  return undefined;
}

function stepOf(host: string, { path, target, keep_path }: LoopRule): Step {
  const address = normalizeTarget(target);
  const url = address === undefined ? undefined : new URL(address);
  const isHere = url?.hostname.replace(/\.$/, '') === host;
  return {
    pattern: forwardPattern(path),
    target: isHere ? forwardPath(url?.pathname ?? '')?.segments : undefined,
    keepsPath: keep_path,
  };
}

/**
 * The paths that tell: a circle that looks at no more of a path than what its rules are of is there for whatever is behind, and one
 * that looks at more does so where what one rule keeps is what another one is of.
 */
function* startsOf(steps: readonly Step[]): Generator<readonly string[]> {
  for (const { pattern, target, keepsPath } of steps) {
    if (pattern === undefined || target === undefined) continue;
    yield pattern.segments;
    if (!pattern.isPrefix) continue;
    yield [...pattern.segments, ANYTHING];
    if (!keepsPath) continue;
    for (const { pattern: next } of steps) {
      const kept = next && forwardRemainder({ segments: target, isPrefix: true }, next);
      if (next === undefined || kept === undefined || kept.length === 0) continue;
      yield [...pattern.segments, ...kept];
      if (next.isPrefix) yield [...pattern.segments, ...kept, ANYTHING];
    }
  }
}

/** The rules of the circle that a path comes into. `ending`: paths that are known to come to an end; it learns more of them. */
function circleBehind(
  steps: readonly Step[],
  start: readonly string[],
  ending: Set<string>,
): number[] | undefined {
  const seen = new Map<string, number>();
  const used: number[] = [];
  let path = start;
  while (path.length <= MOST_SEGMENTS) {
    const key = path.join('/');
    const before = seen.get(key);
    if (before !== undefined) return used.slice(before);
    if (ending.has(key)) break;
    seen.set(key, used.length);
    const { at, remainder } = meet(steps, path);
    const step = steps[at];
    if (step?.target === undefined) break;
    used.push(at);
    path = step.keepsPath ? [...step.target, ...remainder] : step.target;
  }
  if (path.length > MOST_SEGMENTS) return used.slice(-steps.length);
  for (const key of seen.keys()) ending.add(key);
  return undefined;
}

function meet(
  steps: readonly Step[],
  segments: readonly string[],
): { at: number; remainder: readonly string[] } {
  for (const [at, { pattern }] of steps.entries()) {
    const remainder = pattern && forwardRemainder(pattern, { segments });
    if (remainder !== undefined) return { at, remainder };
  }
  return { at: -1, remainder: [] };
}
