import { linksOfGroups } from './0001-links-of-groups.ts';
import { placesOfRules } from './0002-places-of-rules.ts';
import { placesOfGroups } from './0003-places-of-groups.ts';
import { smallCodes } from './0004-small-codes.ts';

/** Numbered 1, 2, 3 …; each runs once. */
export const migrations = [linksOfGroups, placesOfRules, placesOfGroups, smallCodes];
