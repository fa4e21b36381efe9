/**
 * Where every screen of figures stands in the menu: a tab of one entry. These keys of the address mean the same on each of
 * them, so that whose visits, of when and which of them are still those after a change of tab.
 */
export const STATISTICS_PLACE = {
  parent: 'statistics',
  roles: ['administrator', 'agent', 'customer'],
} as const;
