export interface Property {
  name: string;
  value: string;
}
export interface Variant {
  values: string[];
  price: string;
}

/** Most variants of one product. */
export const MAX_VARIANTS = 100;

/** Names of properties in their order, each with all values that stand beside it. */
export function groupProperties(properties: readonly Property[]): { name: string; values: string[] }[] {
  const groups = new Map<string, string[]>();
  for (const { name, value } of properties) {
    const values = groups.get(name) ?? [];
    if (!values.includes(value)) values.push(value);
    groups.set(name, values);
  }
  return [...groups].map(([name, values]) => ({ name, values }));
}

/** Properties that a buyer chooses a value of. */
export const choicesOf = (properties: readonly Property[]) =>
  groupProperties(properties).filter(({ values }) => values.length > 1);

export function countVariants(properties: readonly Property[]): number {
  const choices = choicesOf(properties);
  return choices.length === 0 ? 0 : choices.reduce((count, { values }) => count * values.length, 1);
}

/** The variants that properties make, each as one value of every choice: `[["red", "L"], …]`; none where they are too many. */
export function variantsOf(properties: readonly Property[]): string[][] {
  const count = countVariants(properties);
  if (count === 0 || count > MAX_VARIANTS) return [];
  return choicesOf(properties).reduce<string[][]>(
    (made, { values }) => made.flatMap((one) => values.map((value) => [...one, value])),
    [[]],
  );
}

/** Whether each is a variant of the properties, and none stands there twice. */
export function areVariantsOf(variants: readonly Variant[], properties: readonly Property[]): boolean {
  const known = new Set(variantsOf(properties).map((values) => values.join('\n')));
  return variants.every(({ values }) => known.delete(values.join('\n')));
}

export const isSameVariant = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at]);

/** What a variant costs: its own price, else that of the product. */
export const priceOf = (
  { price, variants }: { price: string; variants: readonly Variant[] },
  values: readonly string[],
): string => variants.find((variant) => isSameVariant(variant.values, values))?.price ?? price;

interface Priced {
  price: string;
  properties: readonly Property[];
  variants: readonly Variant[];
}

/** What a buyer pays at least, and whether that is what every variant costs. */
export function shownPrice(product: Priced): { least: string; hasOnePrice: boolean } {
  const made = variantsOf(product.properties);
  const prices = made.length === 0 ? [product.price] : made.map((values) => priceOf(product, values));
  const least = leastOf(prices);
  return { least, hasOnePrice: prices.every((price) => price === least) };
}

/** What is kept as the lowest price: never above the product's own. */
export const lowestOf = (product: Priced): string => leastOf([product.price, shownPrice(product).least]);

const leastOf = (prices: readonly string[]): string =>
  prices.reduce((least, price) => (BigInt(price) < BigInt(least) ? price : least));
