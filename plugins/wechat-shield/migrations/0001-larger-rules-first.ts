import type { Migration } from '@waypost/sdk';
import { turnRules } from '../rules/publish.ts';

/** Rules of before, whose smallest position was looked at first: each visit is decided by the same rule as before. */
export const largerRulesFirst: Migration = {
  number: 1,
  name: 'visit rules with larger positions are looked at first',
  up: turnRules,
};
