export * from './Cards.tsx';
export * from './columns.ts';
export * from './DataTable.tsx';
export * from './default-cell.tsx';
export * from './Pagination.tsx';
export * from './ResourceList.tsx';
export type * from './resource-list-props.ts';
export type { BatchAction, ListHandle, RowAction } from './row-actions.tsx';
export * from './url-state.ts';
