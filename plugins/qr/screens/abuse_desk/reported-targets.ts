import type { StoredCode } from '../../codes/link.ts';

/** Most places that a report keeps, and the longest of them, characters: a code has 50 targets at most. */
const MOST = 50;
const LONGEST = 500;

/** Where a code leads, rules included, each place once: an address, the name of a contact, the name of a picture's file. */
export function reportedTargets({
  targets,
  visit_rules = [],
}: Pick<StoredCode, 'targets' | 'visit_rules'>): string[] {
  const places = [
    ...targets.map(({ url, contact, picture }) => url ?? contact?.name ?? picture ?? ''),
    ...visit_rules.flatMap(({ action }) => ('target' in action ? [action.target] : [])),
  ];
  return [...new Set(places)].slice(0, MOST).map((place) => place.slice(0, LONGEST));
}
