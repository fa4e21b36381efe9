import type { ComponentType, ReactNode } from 'react';
import type { Client } from '../client/create-client.ts';
import type { ListHandle } from '../list/row-actions.tsx';

/** What a contribution to a list can use. */
export interface SlotTools {
  client: Client;
  list: ListHandle;
  /** Puts an operation that a call has started into the tray. */
  track: (operation: string) => void;
}

/** A row of somebody else's resource, as its own calls answer it. */
export type SlotRow = Readonly<Record<string, unknown>> & { id: string };

/** Something shown inside another plugin's page. `P`: what that place hands over. */
export interface PanelContribution<P = Record<string, never>> {
  kind: 'panel';
  Component: ComponentType<P>;
}

/** An action in the row of another plugin's list: slot `<resource>.row_action`. */
export interface RowActionContribution {
  kind: 'row_action';
  /** Locale key. */
  label: string;
  icon?: ReactNode;
  isVisible?: (row: SlotRow) => boolean;
  run: (row: SlotRow, tools: SlotTools) => Promise<unknown> | unknown;
}

/** An action on chosen rows of another plugin's list: slot `<resource>.batch_action`. */
export interface BatchActionContribution {
  kind: 'batch_action';
  label: string;
  run: (rows: readonly SlotRow[], tools: SlotTools) => Promise<unknown> | unknown;
}

/** A column of another plugin's list: slot `<resource>.column`. */
export interface ColumnContribution<V = unknown> {
  kind: 'column';
  /** Locale key. */
  title: string;
  /** Values by row id, asked once for a page of rows. Without it `Cell` gets the row alone. */
  load?: (
    ids: readonly string[],
    tools: { client: Client; signal: AbortSignal },
  ) => Promise<Record<string, V>>;
  Cell: ComponentType<{ row: SlotRow; value: V | undefined }>;
  /**
   * Field of the list's own resource that holds what the column shows, as far as the owner of the list knows it: while the
   * column is there the list can be narrowed by it. The resource declares it with `hints.filter`.
   */
  filter?: string;
  /** Which columns leave first where a list gets narrow, as of its own: the larger, the earlier. Default: before all of them. */
  priority?: number;
}

/** A tab on the page of another plugin's thing: slot `<resource>.tab`. */
export interface TabContribution {
  kind: 'tab';
  /** Locale key. */
  title: string;
  Component: ComponentType<DetailSlotProps>;
}

export type SlotContribution =
  | PanelContribution<never>
  | RowActionContribution
  | BatchActionContribution
  | TabContribution
  | ColumnContribution<never>;

/** What a section in a form of another plugin gets: slot `<resource>.form_section`. */
export interface SectionSlotProps {
  /** The row being edited; undefined while one is made. */
  row: SlotRow | undefined;
  /** Called with the row's id once the row itself was saved; what it throws is shown and the form stays open. */
  onSave: (save: (id: string) => Promise<void>) => () => void;
}

/** What a toolbar panel gets: slot `<resource>.toolbar`. */
export interface ToolbarSlotProps {
  reload: () => void;
}

/** What a panel in the details drawer gets: slot `<resource>.detail`. */
export interface DetailSlotProps {
  row: SlotRow;
}

/**
 * A contribution in a file of its own: `export const contribution = defineContribution({ … })` in
 * `plugins/<id>/slots/<name>.tsx`, named in plugin.json's `slots`.
 */
export function definePanel<P>(Component: ComponentType<P>): PanelContribution<P> {
  return { kind: 'panel', Component };
}

export function defineRowAction(action: Omit<RowActionContribution, 'kind'>): RowActionContribution {
  return { kind: 'row_action', ...action };
}

export function defineBatchAction(action: Omit<BatchActionContribution, 'kind'>): BatchActionContribution {
  return { kind: 'batch_action', ...action };
}

export function defineTab(tab: Omit<TabContribution, 'kind'>): TabContribution {
  return { kind: 'tab', ...tab };
}

export function defineColumn<V>(column: Omit<ColumnContribution<V>, 'kind'>): ColumnContribution<V> {
  return { kind: 'column', ...column };
}
