import { type ForwardPattern, forwardLoop, forwardPattern, type VisitForwards } from '@waypost/contract';
import { HAS_EXTRAS, headOf, placeOf, targetKey, targetSections } from './compiled-link.ts';
import { EXTRA, extraSection, lengthBefore } from './extras.ts';
import { addressAt, extraAt, keyAt, targetAt, targetCountOf, weightAt } from './record.ts';

/**
 * The host that forwards stand on in the index, beside links: no visitor ever asks for it, as host names hold no colon. Their code is
 * the host that they are of.
 */
export const FORWARD_HOST = 'forward:';

export function forwardsKey(host: string): string {
  return `${FORWARD_HOST}/${host}`;
}

/** What a rule's hits are counted under. */
export function forwardKey(rule: string): number {
  return targetKey(rule, 0);
}

/** In the place of a target's weight: the status, and what is kept. */
const STATUS_MASK = 0x3ff;
const KEEPS_PATH = 1 << 10;
const KEEPS_QUERY = 1 << 11;

/** A rule as it is followed. */
export interface CompiledForward extends ForwardPattern {
  /** Offset of its target's head in the record. */
  target: number;
  key: number;
  address: string;
  status: number;
  keepsPath: boolean;
  keepsQuery: boolean;
}

/**
 * The forwards of a host in the compact form of a link: its rules are the targets, and their paths stand beside them.
 * Throws RangeError for rules that are not allowed.
 */
export function compileForwards(forwards: VisitForwards): Buffer {
  if (forwardLoop(forwards.host, forwards.rules) !== undefined)
    throw new RangeError('a forward leads to itself');
  const targets = forwards.rules.map(({ rule, target, status, keep_path, keep_query }) => ({
    ...placeOf({ url: target, weight: 0, threshold: 0 }),
    name: rule,
    weight: status | (keep_path ? KEEPS_PATH : 0) | (keep_query ? KEEPS_QUERY : 0),
    threshold: 0,
  }));
  const paths = forwards.rules.map(({ path }) => {
    const pattern = forwardPattern(path);
    if (pattern === undefined) throw new RangeError('the path of a forward is not allowed');
    return `${pattern.isPrefix ? '*' : '='}${pattern.segments.join('/')}`;
  });
  const extras = extraSection([{ kind: EXTRA.paths, bytes: Buffer.from(paths.join('\n'), 'latin1') }]);
  return Buffer.concat([headOf(forwards, 'on'), ...targetSections(targets, HAS_EXTRAS), extras]);
}

/** The rules of a record, in their order. */
export function readForwards(bytes: Buffer, offset: number): CompiledForward[] {
  const start = extraAt(bytes, offset, EXTRA.paths);
  if (start < 0) return [];
  const paths = bytes.toString('latin1', start, start + lengthBefore(bytes, start)).split('\n');
  return Array.from({ length: targetCountOf(bytes, offset) }, (_, at) => {
    const target = targetAt(bytes, offset, at);
    const how = weightAt(bytes, target);
    const path = paths[at] ?? '';
    return {
      isPrefix: path.startsWith('*'),
      segments: path.length <= 1 ? [] : path.slice(1).split('/'),
      target,
      key: keyAt(bytes, target),
      address: addressAt(bytes, target),
      status: how & STATUS_MASK,
      keepsPath: (how & KEEPS_PATH) !== 0,
      keepsQuery: (how & KEEPS_QUERY) !== 0,
    };
  });
}
