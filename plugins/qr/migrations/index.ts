import { placesOfRules } from './0001-places-of-rules.ts';

/** Numbered 1, 2, 3 …; each runs once. */
export const migrations = [placesOfRules];
