import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  key: string;
  /** Text, not a key. */
  title: string;
  render: (row: Row) => ReactNode;
  isRight?: boolean;
  sort?: string | undefined;
  width?: number | undefined;
  isWideOnly?: boolean;
  /** Takes the room that the others leave, in place of the first; of several the last that is shown. */
  isGrowing?: boolean | undefined;
  /**
   * Where there is no room the columns with the largest one leave first; what has left is shown when a row is unfolded.
   * 0 or missing: it stays, and what does not fit is scrolled to.
   */
  priority?: number | undefined;
}

/** What a row's colour says beside its words. */
export type RowTone = 'bad';

export interface TableSort {
  field: string;
  order: 'asc' | 'desc';
}
