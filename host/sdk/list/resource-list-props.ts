import type { CallDefinition, ListQuery, Page, Resource, RowOf } from '@waypost/contract';
import type { ReactNode } from 'react';
import type { MenuItem } from '../parts/MenuButton.tsx';
import type { TagTone } from '../parts/values.tsx';
import type { ColumnChoice } from './columns.ts';
import type { ListFormProps } from './ListDrawers.tsx';
import type { LoadedRow } from './loaded-row.ts';
import type { BatchAction, RowAction } from './row-actions.tsx';

/** What a list that is loaded by the screen itself is exported by: its call, and what the screen adds to the wish. */
export interface ListSource {
  call: Pick<CallDefinition, 'area' | 'call'>;
  body?: Readonly<Record<string, unknown>>;
}

/**
 * Why a list is no table for the person who sees it: an export that knows more stands `beside` it, its rows are others before a
 * file is opened (`fleeting`), or it is not for this person (`forbidden`).
 */
export type NoExport = 'beside' | 'fleeting' | 'forbidden';

/** Where the rows come from, and the table that is made of them. */
type Rows<R extends Resource> =
  | {
      load?: undefined;
      /** By default the list as it is asked, with its filters and columns. */
      exports?: ListSource | NoExport;
    }
  | {
      /** Instead of the resource's own call. Rows that nobody stored need no version and no times. */
      load: (query: ListQuery, signal: AbortSignal) => Promise<Page<LoadedRow<RowOf<R>>>>;
      /** Only the screen knows the call that it makes, and what it adds to the query. */
      exports: ListSource | NoExport;
    };

export type ResourceListProps<R extends Resource> = ListProps<R> & Rows<R>;

interface ListProps<R extends Resource> {
  resource: R;
  call?: 'inquire' | 'user_inquire';
  /** Locale key; default: `menu.<route>` of the resource's place in the menu, without one `<resource>.title`, which the plugin's words then need. */
  title?: string;
  columns?: readonly ColumnChoice<R>[];
  /** Fields to filter by, in this order. */
  filters?: readonly (keyof R['fields'] & string)[];
  /** The drawer's form; false: this list neither creates nor edits. */
  form?: ListFormProps | false;
  /** Screens that create and edit instead of the drawer. */
  createTo?: string;
  editTo?: (row: RowOf<R>) => string;
  /** The row's own screen: its first column leads there, whatever else opens in a drawer. */
  rowTo?: (row: RowOf<R>) => string;
  /** What a drawer shows of a row: a press on the row opens it, and so does `<screen>?drawer=view:<id>` in a link or a message. */
  details?: (row: RowOf<R>) => ReactNode;
  /** Buttons at the foot of the details drawer. */
  detailsActions?: (row: RowOf<R>) => ReactNode;
  /** One that is called like a built-in action (edit, remove) takes its place in the rows where it is visible. */
  rowActions?: readonly RowAction<RowOf<R>>[];
  batchActions?: readonly BatchAction<RowOf<R>>[];
  /** Removes all that the list finds on its pages, once that was agreed to; without it only those of a page are removed together. */
  removeFound?: BatchAction<RowOf<R>>['run'];
  /** Over the rows. As a function it is told whether there is nothing at all, which nobody could clear or export. */
  toolbar?: ReactNode | ((shown: { isEmpty: boolean }) => ReactNode);
  /** Verbs for the whole list that few people need, behind “…” after the other buttons; not shown while the list is empty. */
  moreItems?: readonly MenuItem[];
  /** An empty list is not there: what fills it stands beside it and needs no explanation. */
  isHiddenEmpty?: boolean;
  /** Filters of the screen's own, between the bar and the rows. */
  chips?: ReactNode;
  /** What begins this list, in the place of its create button: over the rows, and in the middle where there are none. */
  begin?: ReactNode;
  /** `<words>.empty.title` and `.empty.text` are said where there is nothing; default: the resource's name. */
  words?: string;
  /**
   * Of a resource with `access: 'own'`, to those who may see everyone's: whose rows the list opens with until the switch in
   * the head says otherwise. Default: the own ones; with `call: 'inquire'` everyone's. `preset`: everyone's, because that is
   * what the screen is for. False: no switch. With `load` the screen asks `useOwnerScope` itself.
   */
  owners?: 'own' | 'everyone' | 'preset' | false;
  /** Parameters of the address by which the screen itself narrows the list: an empty one is "no match", and clearing takes them out. */
  narrowedBy?: readonly string[];
  /** Under which name views of the list are saved. Default: the resource's, and none where `extraFilters` make it a part of something else. */
  views?: string;
  /**
   * What the screen itself narrows the list by is wrong, and it says so where that is chosen: nothing is asked, so that it
   * is not refused a second time. Rows from before stay, faded.
   */
  isHeld?: boolean;
  /** Milliseconds between refreshes. */
  refetchEvery?: number;
  /** Called after whatever the list has written: a save, a removal, its undoing, an action that reloads the list. */
  onChanged?: () => void;
  /**
   * Part of every query, not shown as a filter; a field that it fixes to one value has no column, unless `columns` names it. In a `ThingPage`, without `owners`, such a list shows all that belongs to the
   * thing to those who may see everyone's, without a column that says whose each is.
   */
  extraFilters?: Readonly<Record<string, unknown>>;
  /** Tones of the codes of a field: `{ state: { on: 'good', off: 'neutral' } }`. */
  tones?: Readonly<Record<string, Readonly<Record<string, TagTone>>>>;
  /** Rows that the server neither changes nor removes: they are offered neither, alone or with others. */
  isFixed?: (row: RowOf<R>) => boolean;
  /** Built-in actions to leave out: create, edit, remove, or an action's name. */
  hide?: readonly string[];
}
