import { largerRulesFirst } from './0001-larger-rules-first.ts';
import { placesOfRules } from './0002-places-of-rules.ts';

/** Numbered 1, 2, 3 …; each runs once. */
export const migrations = [largerRulesFirst, placesOfRules];
