import { expect, test } from 'bun:test';
import { storedRows } from './loaded-row.ts';

interface Row {
  id: string;
  version: number;
  create_time: string;
  update_time: string;
}

test('rows that nobody stored get the columns of every stored row, and stored ones keep theirs', () => {
  const stored = { id: 'b', version: 3, create_time: '2026-01-01', update_time: '2026-01-02' };
  expect(storedRows<Row>({ count: 2, page: 1, page_size: 20, content: [{ id: 'a' }, stored] })).toEqual({
    count: 2,
    page: 1,
    page_size: 20,
    content: [{ id: 'a', version: 0, create_time: '', update_time: '' }, stored],
  });
});
