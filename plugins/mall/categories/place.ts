import { MOST_SORT, ShowStatus } from '../catalogue/values.ts';
import { MOST_LEVELS, TITLE_SEPARATOR } from '../screens/mall_category_list/resource.ts';

/** What of a category its place follows from. */
export interface CategoryFacts {
  _id: string;
  title: string;
  sort: number;
  show_status: ShowStatus;
  superior: string | null;
}

/** What follows from where a category stands. */
export interface CategoryPlace {
  path: string[];
  depth: number;
  full_title: string;
  tree_key: string;
  is_visible: boolean;
}

const SORT_DIGITS = String(MOST_SORT).length;

/** The place of a category below another one, or below none. */
export function placeBelow(parent: CategoryPlace | undefined, facts: CategoryFacts): CategoryPlace {
  // The larger number first; of the same number the earlier one.
  const own = `${String(MOST_SORT - facts.sort).padStart(SORT_DIGITS, '0')}${facts._id}`;
  return {
    path: [...(parent?.path ?? []), facts._id],
    depth: (parent?.depth ?? 0) + 1,
    full_title: parent === undefined ? facts.title : `${parent.full_title}${TITLE_SEPARATOR}${facts.title}`,
    tree_key: `${parent?.tree_key ?? ''}${own}`,
    is_visible: (parent?.is_visible ?? true) && facts.show_status === ShowStatus.shown,
  };
}

/** Why a category cannot stand where it is put. */
export type PlaceFault = 'cycle' | 'levels';

/** @param below what stands in the category, with its levels as they are */
export function placeFault(
  parent: CategoryPlace | undefined,
  { _id, depth }: { _id: string; depth: number },
  below: readonly { depth: number }[],
): PlaceFault | undefined {
  if (parent?.path.includes(_id)) return 'cycle';
  const levels = Math.max(depth, ...below.map((one) => one.depth)) - depth + 1;
  return (parent?.depth ?? 0) + levels > MOST_LEVELS ? 'levels' : undefined;
}

/** The places of all that stands in a category, whose own is known; each stands behind its superior. */
export function placesBelow(
  top: CategoryPlace & { _id: string },
  below: readonly CategoryFacts[],
): Map<string, CategoryPlace> {
  const children = Map.groupBy(below, ({ superior }) => superior);
  const places = new Map<string, CategoryPlace>();
  const follow = (parent: CategoryPlace, id: string): void => {
    for (const facts of children.get(id) ?? []) {
      const place = placeBelow(parent, facts);
      places.set(facts._id, place);
      follow(place, facts._id);
    }
  };
  follow(top, top._id);
  return places;
}
