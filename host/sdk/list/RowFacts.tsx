import type { Resource, RowOf } from '@waypost/contract';
import { Facts } from '../parts/Facts.tsx';
import { useWords } from '../words/context.tsx';
import { type ColumnChoice, columnsOf } from './columns.ts';
import type { ResourceListProps } from './resource-list-props.ts';
import { useRowCell } from './use-row-cell.tsx';

export interface RowFactsProps<R extends Resource> {
  resource: R;
  row: RowOf<R>;
  /** As the columns of a list, those too that it hides at first; default: those that it shows. */
  fields?: readonly ColumnChoice<R>[];
  /** Tones of the codes of a field, as in the list. */
  tones?: ResourceListProps<R>['tones'];
  /** In two columns where there is room, without what the row has nothing of. */
  isDense?: boolean;
  /** Without what the row has nothing of. */
  isWithoutEmpty?: boolean;
}

const EMPTY: ReadonlySet<unknown> = new Set(['', null, undefined]);

/** The fields of a row, one a line, labelled and drawn as its list does: for a tab or a details drawer. */
export function RowFacts<R extends Resource>({
  resource,
  row,
  fields,
  tones,
  isDense = false,
  isWithoutEmpty = isDense,
}: RowFactsProps<R>) {
  const words = useWords();
  const cellOf = useRowCell(resource, tones);
  const shown = columnsOf(resource, fields).filter(({ isHidden }) => fields !== undefined || !isHidden);
  const values: Readonly<Record<string, unknown>> = row;
  const told = shown.filter(({ key }) => !isWithoutEmpty || !EMPTY.has(values[key]));
  return <Facts isDense={isDense} facts={told.map((column) => [words(column.title), cellOf(column, row)])} />;
}
