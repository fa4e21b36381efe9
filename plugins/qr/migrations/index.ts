import { linksOfGroups } from './0001-links-of-groups.ts';
import { placesOfRules } from './0002-places-of-rules.ts';

/** Numbered 1, 2, 3 …; each runs once. */
export const migrations = [linksOfGroups, placesOfRules];
