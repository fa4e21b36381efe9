import type { CodeHosts } from '@waypost/sdk';

/** The plugin of the codes where nobody has any. */
export const NO_CODES: CodeHosts = {
  count: async ({ hosts }) => hosts.map((host) => ({ host, codes: 0, printed: 0 })),
  move: async () => ({ moved: 0, left: 0 }),
  release: async () => ({ released: 0, left: 0 }),
  tryMove: async () => ({ codes: 0, is_whole: true, keeps: 0, stops: 0, same: 0, stays: 0 }),
  owners: async () => [],
  list: async () => [],
  walk: async () => ({ hosts: [], next: null }),
  changed: async ({ since }) => ({ hosts: [], until: since, is_whole: true }),
};
