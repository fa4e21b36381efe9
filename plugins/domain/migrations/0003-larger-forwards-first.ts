import type { Migration } from '@waypost/sdk';
import { turnForwards } from '../forwards/publish-forwards.ts';

/** Forwards of before, whose smallest position was asked first: each path is led on by the same rule as before. */
export const largerForwardsFirst: Migration = {
  number: 3,
  name: 'forwards with larger positions are asked first',
  up: turnForwards,
};
