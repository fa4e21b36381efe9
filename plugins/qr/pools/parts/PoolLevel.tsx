import { Tag, useWords } from '@waypost/host-sdk';
import type { PoolRow } from './rows.ts';
import { LEVEL_TONES } from './tones.ts';

/** What a pool has left. One that has not been filled yet has not run out. */
export function PoolLevel({ pool: { item_number, level } }: { pool: PoolRow }) {
  const words = useWords();
  if (item_number === 0) return <Tag tone="neutral">{words('qr.pool.left.none')}</Tag>;
  return <Tag tone={LEVEL_TONES.level[level]}>{words(`qr.pool.level.${level}`)}</Tag>;
}
