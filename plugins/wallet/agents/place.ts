/** Where the screens of agents stand: tabs of one entry. Whose figures they are stays when the tab changes. */
export const AGENTS_PLACE = { parent: 'people' } as const;
