import { z } from 'zod';

/** What kind of thing a command of the database does. */
export const VERBS = [
  ...(['read', 'write', 'commit', 'structure', 'follow', 'transaction', 'tidy', 'other'] as const),
] as const;
export const zVerb = z.enum(VERBS);
export const WORK_STATES = ['waiting', 'open', 'running', 'ending'] as const;
export const ESSENTIAL_PARTS = ['change_feed', 'aggregator', 'store'] as const;
/** How much of the database's work its user may see. */
export const SIGHTS = ['all', 'own', 'nothing'] as const;
/** Whether what takes long is noted; else why not. */
export const SLOW_SIGHTS = ['noted', 'off', 'may_not_switch', 'may_not_read'] as const;
/** How documents were found: the whole collection was read, or an index was used. */
export const WAYS = ['whole', 'index', 'unknown'] as const;

/** What runs now and what took long are one entry of the menu, tabs of each other. */
export const DATABASE_PLACE = {
  parent: 'operations',
  roles: ['administrator'],
} as const;
