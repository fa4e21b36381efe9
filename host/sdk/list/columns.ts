import type { ExportColumn, Resource, RowOf } from '@waypost/contract';
import type { ReactNode } from 'react';
import { unwrap } from '../form/control-model.ts';

/** A column as a screen asks for it: a field's name, or more about it. */
export type ColumnChoice<R extends Resource> = (keyof R['fields'] & string) | 'create_time' | ColumnSpec<R>;

export interface ColumnSpec<R extends Resource> {
  /** A field of the resource … */
  field?: string;
  /** … or a column of the screen's own. */
  key?: string;
  /** Locale key; default the field's label. */
  title?: string;
  /** In the first column it stands inside the row's link: no buttons or links there. */
  render?: (row: RowOf<R>) => ReactNode;
  align?: 'left' | 'right';
  /** Field that the server sorts by; by default the own field when it has `hints.sort`. */
  sort?: string;
  /** Pixels. The column that names the row takes no more than its share, where it is below 220. */
  width?: number;
  /** Offered in the column choice, not shown at first. */
  isHidden?: boolean;
  /** Left out of the card on phones. */
  isWideOnly?: boolean;
  /**
   * How an export tells it, where its field does not say: from which part of the row (`{ path: 'plan.name' }`), in which
   * words. False: an export has no such column. A column without a field and without this is in none.
   */
  exported?: false | Partial<Omit<ExportColumn, 'title'>>;
  /** Takes the room that the other columns leave, in place of the first; of several the last that is shown. */
  isGrowing?: boolean;
  /** As the field's: 0 stays however narrow the list gets, else the larger leaves the earlier. */
  priority?: number;
}

export interface Column<Row = Record<string, unknown>> {
  key: string;
  /** Locale key. */
  title: string;
  field: string | undefined;
  render: ((row: Row) => ReactNode) | undefined;
  isRight: boolean;
  sort: string | undefined;
  width: number | undefined;
  isHidden: boolean;
  isWideOnly: boolean;
  exported?: false | Partial<Omit<ExportColumn, 'title'>> | undefined;
  isGrowing?: boolean;
  priority: number;
}

const BASE_COLUMNS = new Set(['create_time', 'update_time']);
/** Fields by which people decide what to do with a row, so that they stay in sight. */
const STATES = new Set(['state', 'status', 'disabled']);

/**
 * Fields that filters fix to one value: a column of it would say the same in every row. What is filtered by a part of its
 * text may still differ, and so may what is one of several.
 */
export function fixedFields(
  { fields }: Resource,
  filters: Readonly<Record<string, unknown>> | undefined,
): readonly string[] {
  return Object.entries(filters ?? {})
    .filter(([name, value]) => {
      const isOne = Array.isArray(value) ? value.length === 1 : value !== undefined && value !== null;
      return isOne && fields[name]?.hints.filter !== 'contains';
    })
    .map(([name]) => name);
}

/**
 * Columns of a list: those asked for, else every field with `hints.list` and the time of creation, without those of
 * `fixed` fields; the one that names the row stays.
 */
export function columnsOf<R extends Resource>(
  resource: R,
  asked: readonly ColumnChoice<R>[] | undefined,
  fixed: readonly string[] = [],
): Column<RowOf<R>>[] {
  const choices: readonly (string | ColumnSpec<R>)[] = asked ?? [
    ...Object.entries(resource.fields)
      .filter(([, { hints }]) => hints.list !== undefined && hints.list !== false)
      .filter(([name]) => name === resource.title || !fixed.includes(name))
      .sort(([left], [right]) => Number(right === resource.title) - Number(left === resource.title))
      .map(([name]) => name),
    'create_time',
  ];
  return choices.map((choice, index) => {
    const spec: ColumnSpec<R> = typeof choice === 'string' ? { field: choice } : choice;
    const declared = spec.field === undefined ? undefined : resource.fields[spec.field];
    const key = spec.key ?? spec.field ?? '';
    const isSortable = BASE_COLUMNS.has(spec.field ?? '') || declared?.hints.sort === true;
    // What has a unit is an amount, also where it is kept as text to be exact.
    const isNumber =
      declared !== undefined &&
      (declared.hints.unit !== undefined ||
        (unwrap(declared.schema).schema.def as { type: string }).type === 'number');
    return {
      key,
      field: spec.field,
      title:
        spec.title ??
        (BASE_COLUMNS.has(key) && !declared ? `term.${key}` : `${resource.name}.${spec.field ?? key}`),
      render: spec.render,
      isRight: spec.align === undefined ? isNumber : spec.align === 'right',
      sort: spec.sort ?? (isSortable ? spec.field : undefined),
      width: spec.width,
      isHidden: spec.isHidden ?? declared?.hints.list === 'hidden',
      isWideOnly: spec.isWideOnly ?? false,
      exported: spec.exported,
      isGrowing: spec.isGrowing ?? false,
      priority:
        index === 0 ? 0 : (spec.priority ?? declared?.hints.priority ?? (STATES.has(key) ? 0 : index)),
    };
  });
}

/**
 * Keys of the columns to show: from the address, else the remembered choice, else all that are not hidden.
 * The first column names the row and always stays.
 */
export function shownKeys(
  columns: readonly Pick<Column, 'key' | 'isHidden'>[],
  fromAddress: string | null,
  remembered: string | null,
): string[] {
  const chosen = (fromAddress ?? remembered)?.split(',').filter((key) => key !== '');
  return columns
    .filter(({ key, isHidden }, index) => index === 0 || (chosen ? chosen.includes(key) : !isHidden))
    .map(({ key }) => key);
}
