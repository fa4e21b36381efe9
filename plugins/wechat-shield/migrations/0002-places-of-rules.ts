import type { Migration } from '@waypost/sdk';
import { movePlacesOfRules } from '../rules/publish.ts';

/** Rules of before, by region: they meet the visits that they met, now that each place has one name. */
export const placesOfRules: Migration = {
  number: 2,
  name: 'visit rules name regions of China as visits have them',
  up: movePlacesOfRules,
};
