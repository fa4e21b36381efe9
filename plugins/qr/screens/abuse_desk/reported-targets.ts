import type { StoredCode } from '../../codes/link.ts';

/** Most places that a report keeps, and the longest of them, characters: a code has 50 targets at most. */
const MOST = 50;
const LONGEST = 500;

/** Where a code leads, rules and its end included, each place once: an address, the name of a contact, the name of a picture's file, the id of a pool. */
export function reportedTargets({
  targets,
  expired_target,
  visit_rules = [],
}: Pick<StoredCode, 'targets' | 'visit_rules'> & { expired_target?: string | null }): string[] {
  const places = [
    ...targets.map(({ url, contact, picture, pool }) => url ?? contact?.name ?? picture ?? pool ?? ''),
    ...(expired_target ? [expired_target] : []),
    ...visit_rules.flatMap(({ action }) => ('target' in action ? [action.target] : [])),
  ];
  return [...new Set(places)].slice(0, MOST).map((place) => place.slice(0, LONGEST));
}
