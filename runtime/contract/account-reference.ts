import type { Reference } from './field.ts';

/**
 * People by their account, customers and agents among them, for fields and pickers that name somebody:
 * `field(zId, { ref: accountReference })`. Choosing needs the node `system.account:read`, which administrators have.
 */
export const accountReference: Reference = {
  name: 'system.account',
  area: 'account',
  title: 'account',
  calls: ['inquire', 'details'],
  page: 'person',
};
