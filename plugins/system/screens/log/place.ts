/** The log, its types and what is recorded are one entry of the menu, tabs of each other. */
export const RECORDS_PLACE = { parent: 'logs', roles: ['administrator'] } as const;
