import type { Clock, Random } from './ground.ts';

/**
 * A new id for a row or whatever else has one: 4 bytes of seconds, then 8 random ones, as 24 hexadecimal digits.
 * @example const id = newId(context);
 */
export function newId({
  clock,
  random,
}: {
  clock: Pick<Clock, 'now'>;
  random: Pick<Random, 'bytes'>;
}): string {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(Math.floor(clock.now() / 1000));
  bytes.set(random.bytes(8), 4);
  return bytes.toString('hex');
}
