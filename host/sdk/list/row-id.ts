/** What a row is known by. */
export const idOf = (row: unknown): string => (row as { id: string }).id;
