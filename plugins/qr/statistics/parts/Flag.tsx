import type { Dimension } from '../dimensions/values.ts';
import { flagOf } from './flag.ts';

/** The flag before a country's name, which says the same in words. */
export function Flag({ dimension, value }: { dimension: Dimension; value: string }) {
  const flag = dimension === 'country' ? flagOf(value) : '';
  return flag === '' ? null : <span aria-hidden="true">{flag}</span>;
}
