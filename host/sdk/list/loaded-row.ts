import type { Page } from '@waypost/contract';

type Stored = 'version' | 'create_time' | 'update_time';

/** A row as a screen of its own loads it: what is made of sums, or of lines, has no versions and was never made. */
export type LoadedRow<Row> = Omit<Row, Stored | 'owner'> &
  Partial<Pick<Row, Stored & keyof Row>> & { owner?: string | undefined };

const NEVER_STORED = { version: 0, create_time: '', update_time: '' };

/** Rows as lists have them: with the columns of every stored row. */
export const storedRows = <Row>(page: Page<LoadedRow<Row>>): Page<Row> => ({
  ...page,
  content: page.content.map((row) => ({ ...NEVER_STORED, ...row }) as unknown as Row),
});
