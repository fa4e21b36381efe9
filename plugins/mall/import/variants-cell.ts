import { readPrice, showAmount } from '@waypost/contract';
import { z } from 'zod';
import type { Variant } from '../variants/values.ts';

/** What stands between variants, between the values of one, and before its price: whatever holds it is written as JSON. */
const BETWEEN = /[;；\n]/;
const AMBIGUOUS = /[;；\n/=]|^\[/;

const zPairs = z.array(z.tuple([z.array(z.string()), z.string()]));

/** `red / L = 12.50; blue / L = 13`, or pairs in JSON; undefined for what is neither. */
export function variantsOfCell(cell: string): Variant[] | undefined {
  const pairs = cell.startsWith('[') ? pairsOf(cell) : partsOf(cell);
  const variants = pairs?.map(([values, price]) => ({
    values: values.map((value) => value.trim()),
    price: readPrice(price),
  }));
  // What is no price is refused by the schema.
  return variants?.map(({ values, price = '' }) => ({ values, price }));
}

function partsOf(cell: string): [string[], string][] {
  return cell
    .split(BETWEEN)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, names = '', price = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
      return [names.split('/'), price.trim()];
    });
}

function pairsOf(cell: string): [string[], string][] | undefined {
  try {
    return zPairs.parse(JSON.parse(cell));
  } catch {
    // No JSON, or of something else: the line is told to be wrong here.
    return undefined;
  }
}

export function variantsText(variants: readonly Variant[]): string {
  const isPlain = variants.every(({ values }) => values.every((value) => !AMBIGUOUS.test(value)));
  if (!isPlain) return JSON.stringify(variants.map(({ values, price }) => [values, showAmount(price)]));
  return variants.map(({ values, price }) => `${values.join(' / ')} = ${showAmount(price)}`).join('; ');
}
