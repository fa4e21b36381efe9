import { type Field, type Fields, type ListQuery, PAGE_SIZE_DEFAULT, type Resource } from '@waypost/contract';
import { unwrap } from '../form/control-model.ts';

/** A filter value as the server takes it; a list for filters of kind `in`. */
export type FilterValue = string | number | boolean | readonly (string | number | boolean)[];

/** What decides the content of a list. All of it stands in the address, so that a link shows the same. */
export interface ListState {
  page: number;
  pageSize: number;
  search: string;
  sort: { field: string; order: 'asc' | 'desc' } | undefined;
  filters: Readonly<Record<string, FilterValue>>;
}

export interface FilterModel {
  /** Name in query and address: the field's, with `_from` or `_to` for a range. */
  name: string;
  field: string;
  kind: 'equals' | 'contains' | 'in' | 'from' | 'to';
  declared: Field;
}

export const PAGE_SIZES = [20, 50, 100, 200] as const;

/** Every filter that the resource's list call takes. Times of creation can always be narrowed. */
export function filterModels(fields: Fields): FilterModel[] {
  return Object.entries(fields).flatMap(([field, declared]): FilterModel[] => {
    const kind = declared.hints.filter;
    if (kind === undefined) return [];
    if (kind !== 'range') return [{ name: field, field, kind, declared }];
    return [
      { name: `${field}_from`, field, kind: 'from', declared },
      { name: `${field}_to`, field, kind: 'to', declared },
    ];
  });
}

/** Reads the state of a list out of an address. What does not fit the declaration is left out. */
export function readListState(
  resource: Pick<Resource, 'fields' | 'schemas'>,
  params: URLSearchParams,
): ListState {
  const shape = resource.schemas.query.shape;
  const filters: Record<string, FilterValue> = {};
  for (const model of filterModels(resource.fields)) {
    const value = readFilter(model, params);
    if (value !== undefined && shape[model.name]?.safeParse(value).success) filters[model.name] = value;
  }
  const field = params.get('sort_field') ?? '';
  const isSortable = shape.sort_field?.safeParse(field).success ?? false;
  const size = Number(params.get('page_size'));
  return {
    page: positive(params.get('page')) ?? 1,
    pageSize: PAGE_SIZES.find((known) => known === size) ?? PAGE_SIZE_DEFAULT,
    // Where nothing is searched, the server would refuse the text, and the list has no box to take it back.
    search: isSearched(resource.fields) ? (params.get('search') ?? '').slice(0, 200) : '',
    sort: isSortable ? { field, order: params.get('sort_order') === 'asc' ? 'asc' : 'desc' } : undefined,
    filters,
  };
}

/** Whether the resource's list call takes a text to search for. */
export function isSearched(fields: Fields): boolean {
  return Object.values(fields).some(({ hints }) => Boolean(hints.search));
}

function readFilter(model: FilterModel, params: URLSearchParams): FilterValue | undefined {
  const texts = params.getAll(model.name).filter((text) => text !== '');
  if (texts.length === 0) return undefined;
  if (model.kind === 'contains') return texts[0];
  const values = texts.map((text) => fromText(model.declared, text));
  return model.kind === 'in' ? values : values[0];
}

/** A text of the address as the field's schema has it: figures and codes are numbers. */
export function fromText(declared: Field, text: string): string | number | boolean {
  const definition = unwrap(declared.schema).schema.def as { type: string; values?: readonly unknown[] };
  if (definition.type === 'boolean') return text === 'true';
  const isNumber =
    definition.type === 'number' ||
    (definition.type === 'literal' && typeof definition.values?.[0] === 'number');
  return isNumber ? Number(text) : text;
}

/** Writes the state into an address, over what else stands there. Defaults are left out to keep links short. */
export function writeListState(
  resource: Pick<Resource, 'fields'>,
  state: ListState,
  params: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string | undefined) => {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  };
  put('page', state.page > 1 ? String(state.page) : undefined);
  put('page_size', state.pageSize === PAGE_SIZE_DEFAULT ? undefined : String(state.pageSize));
  put('search', state.search === '' ? undefined : state.search);
  put('sort_field', state.sort?.field);
  put('sort_order', state.sort?.order);
  for (const { name } of filterModels(resource.fields)) {
    next.delete(name);
    const value = state.filters[name];
    for (const one of value === undefined ? [] : Array.isArray(value) ? value : [value])
      next.append(name, String(one));
  }
  return next;
}

/** The body of the list call. */
export function toQuery(state: ListState): ListQuery {
  return {
    page: state.page,
    page_size: state.pageSize,
    ...(state.search.trim() === '' ? {} : { search: state.search.trim() }),
    ...(state.sort ? { sort_field: state.sort.field, sort_order: state.sort.order } : {}),
    ...state.filters,
  };
}

/** All that a list finds, on whichever page it stands: its query without the paging, for exports. */
export function listWish(
  resource: Pick<Resource, 'fields' | 'schemas'>,
  params: URLSearchParams,
): Omit<ListQuery, 'page' | 'page_size'> {
  const { page: _, page_size: __, ...wish } = toQuery(readListState(resource, params));
  return wish;
}

/** Whether something narrows the list, so that an empty one means "no match". */
export function isNarrowed(state: ListState): boolean {
  return state.search.trim() !== '' || Object.keys(state.filters).length > 0;
}

function positive(text: string | null): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= 1_000_000 ? value : undefined;
}
