import { VISIT_TARGET_MAX_NUMBER, type VisitPool } from '@waypost/contract';
import {
  BITS_OFFSET,
  endExtra,
  HAS_EXTRAS,
  HAS_POOL,
  headOf,
  placeOf,
  targetKey,
  targetSections,
} from './compiled-link.ts';
import { type Extra, extraSection } from './extras.ts';
import { scheduleExtra } from './pool-schedule.ts';

/**
 * The host that pools stand on in the index, beside links: no visitor ever asks for it, as host names hold no colon. Their code is
 * their id.
 */
const POOL_HOST = 'pool:';

export function poolKey(id: string): string {
  return `${POOL_HOST}/${id}`;
}

/** What an item's visits are counted under. */
export function poolItemKey(item: string): number {
  return targetKey(item, 0);
}

/**
 * A pool in the compact form of a link: its items are the targets, with the capacity as threshold, and a weight of 1 where they are
 * on.
 * @param counts visitors that items have taken so far, by key
 */
export function compilePool(pool: VisitPool, counts: Readonly<Record<string, number>> = {}): Buffer {
  const head = headOf(pool, 'on');
  head.writeUInt16LE(HAS_POOL | pool.rotation_model, BITS_OFFSET);
  const targets = pool.items.map((item) => ({
    ...placeOf(item),
    name: item.item,
    weight: item.is_on ? 1 : 0,
    threshold: item.capacity ?? VISIT_TARGET_MAX_NUMBER,
    counted: counts[String(poolItemKey(item.item))] ?? 0,
  }));
  const extras: Extra[] = [scheduleExtra(pool.items)];
  if (pool.fallback !== undefined) extras.push(endExtra(pool.fallback));
  return Buffer.concat([head, ...targetSections(targets, HAS_EXTRAS), extraSection(extras)]);
}
