import type { RequestContext } from '@waypost/sdk';
import { z } from 'zod';
import type { RequestFacts } from '../protocol.ts';
import type { LiveRequests } from './live-requests.ts';

const zNamed = z.strictObject({ $request: z.int() });
/** What only the host says of anybody. */
const MADE_UP = new Set(['caller', 'isSuper', 'credential']);
const DEEPEST = 50;

/**
 * Arguments of a plugin in a process of its own, for a service inside. A request that is being handled comes as its
 * number; anything else that looks like a caller was made up.
 * @throws TypeError for a caller that is made up, and for a request that is over
 */
export function argumentsFromOutside(given: readonly unknown[], live: LiveRequests): unknown[] {
  return given.map((value) => {
    const named = zNamed.safeParse(value);
    if (!named.success) {
      refuseMadeUp(value, 0);
      return value;
    }
    const request = live.find(named.data.$request);
    if (request === undefined) throw new TypeError('only a request that is being handled can be named');
    return request;
  });
}

function refuseMadeUp(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEEPEST) throw new TypeError('an argument is nested too deep');
  for (const [name, inner] of Object.entries(value)) {
    if (MADE_UP.has(name))
      throw new TypeError(`an argument with "${name}": who calls is for the host to say`);
    refuseMadeUp(inner, depth + 1);
  }
}

/** Arguments for a service outside: requests are opened for it, and named by what it may know of them. */
export function argumentsForOutside(
  given: readonly unknown[],
  live: LiveRequests,
): { given: unknown[]; close(): void } {
  const opened: { facts: RequestFacts; close(): void }[] = [];
  const crossed = given.map((value) => {
    if (!isRequest(value)) return value;
    const one = live.open(value);
    opened.push(one);
    return { $request: one.facts };
  });
  return {
    given: crossed,
    close() {
      for (const one of opened) one.close();
    },
  };
}

function isRequest(value: unknown): value is RequestContext {
  return (
    typeof value === 'object' &&
    value !== null &&
    'requestId' in value &&
    'translate' in value &&
    typeof value.translate === 'function'
  );
}
