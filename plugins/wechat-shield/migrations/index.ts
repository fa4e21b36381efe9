import { largerRulesFirst } from './0001-larger-rules-first.ts';

/** Numbered 1, 2, 3 …; each runs once. */
export const migrations = [largerRulesFirst];
