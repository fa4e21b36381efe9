import { containsText, type Filter, type PluginContext, type Stored } from '@waypost/sdk';
import { productResource } from '../screens/mall_product_list/resource.ts';

/** Letters of the longest beginning of a word that is kept: a longer one is looked for by it, and held against the row. */
const LONGEST = 5;
/** What of a product is searched. */
const SEARCHED = ['title', 'external_id', 'model'] as const;

/** What of a product its search is made of. */
export type Searched = Readonly<Record<(typeof SEARCHED)[number], string>>;

interface Part {
  part: string;
  isHan: boolean;
}

/** Runs of Han letters, which have no blanks between words, and words of other letters and digits; in small letters. */
function partsOf(text: string): Part[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).flatMap((run) =>
    run
      .split(/(\p{Script=Han}+)/u)
      .filter((part) => part !== '')
      .map((part) => ({ part, isHan: /^\p{Script=Han}/u.test(part) })),
  );
}

/** One and two neighbours of Han letters; of another word its beginnings. */
function keysOf({ part, isHan }: Part): string[] {
  const letters = [...part];
  if (isHan) return letters.flatMap((letter, at) => [letter, letter + (letters[at + 1] ?? '')]);
  return letters.slice(0, LONGEST).map((_, at) => letters.slice(0, at + 1).join(''));
}

/** What a product is found by: kept with it, so that a search among many reads those that fit and no others. */
export function searchWords(product: Searched): string[] {
  return [...new Set(SEARCHED.flatMap((name) => partsOf(product[name]).flatMap(keysOf)))];
}

/** What a search asks for: keys that a product must have, and texts that it must hold where its keys do not say it all. */
export interface SearchWish {
  keys: readonly string[];
  held: readonly string[];
}

/** Words that begin so, and Han letters that stand so beside each other, wherever that is; undefined: there is no word in it. */
export function searchWish(text: string): SearchWish | undefined {
  const parts = partsOf(text);
  if (parts.length === 0) return undefined;
  return {
    keys: [...new Set(parts.flatMap((part) => longestKeys(part)))],
    held: parts.filter((part) => !isSaid(part)).map(({ part }) => part),
  };
}

/** Of what a product is kept under the keys that say most of a part. */
function longestKeys({ part, isHan }: Part): string[] {
  const letters = [...part];
  if (!isHan) return [letters.slice(0, LONGEST).join('')];
  return letters.length === 1 ? [part] : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
const isSaid = ({ part, isHan }: Part): boolean => [...part].length <= (isHan ? 2 : LONGEST);

/**
 * What finds the products of a search. Where few have one of its keys, that one is looked up and the rest held against those.
 * @param rarest which of some keys the fewest products have; undefined: many have each of them
 */
export async function searchedFor(
  text: string,
  rarest: (keys: readonly string[]) => Promise<string | undefined>,
): Promise<Filter<Stored<typeof productResource>>> {
  const wish = searchWish(text);
  if (wish === undefined) return { words: { $in: [] } };
  const words = wish.keys.length === 1 ? wish.keys[0] : await rarest(wish.keys);
  const others = wish.keys.filter((key) => key !== words);
  return {
    $and: [
      ...(words === undefined ? [] : [{ words }]),
      // Beside a rare one said so that no index is asked for them: they are looked for in what that has found.
      ...others.map((key) => (words === undefined ? { words: key } : { words: { $not: { $nin: [key] } } })),
      ...wish.held.map((part) => ({ $or: SEARCHED.map((name) => ({ [name]: containsText(part) })) })),
    ],
  };
}

/** Products of which a key is counted at most: what more have is not rare. */
const MOST_COUNTED = 2_000;

/** Searches the products that there are. */
export const searchFilterOf =
  (context: Pick<PluginContext, 'model'>) =>
  (text: string): Promise<Filter<Stored<typeof productResource>>> =>
    searchedFor(text, async (keys) => {
      const model = context.model(productResource);
      const counts = await Promise.all(
        keys.map((words) => model.countDocuments({ words }, { limit: MOST_COUNTED })),
      );
      const fewest = Math.min(...counts);
      return fewest < MOST_COUNTED ? keys[counts.indexOf(fewest)] : undefined;
    });
