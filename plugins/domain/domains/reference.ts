import type { Reference } from '@waypost/contract';

/** Domains by their name, for fields that hold one. */
export const domainReference: Reference = {
  name: 'domain.domain',
  area: 'domain_list',
  title: 'shown',
  calls: ['inquire', 'user_inquire', 'details'],
  page: 'domain_list',
};
