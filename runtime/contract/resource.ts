import { z } from 'zod';
import { pagingShape, zId, zTime } from './answer.ts';
import type { Field } from './field.ts';
import { collectionName } from './names.ts';

export type Fields = Record<string, Field>;

/** Where a screen hangs in the menu. The text is the locale key `menu.<route>`. */
export interface MenuPlace {
  route: string;
  /** Name of the group: one that a plugin's manifest lays out (`menuGroups`), or a new one (`menu.group.<parent>`). */
  parent?: string;
  /** Larger is listed first. */
  sort?: number;
  icon?: string;
  /** Whoever has this screen begins here: of several the one with the largest `sort`. */
  home?: boolean;
  /** True: no entry in the menu; links lead to it, as to the page of a thing. Its title is still `menu.<route>`. */
  isHidden?: boolean;
  /** Node whose holders find no entry for it, as they work on another screen; its address still works for them. */
  hiddenFor?: string;
  /** The screen begins something: the command palette offers it among what can be done. */
  isVerb?: boolean;
  /**
   * Roles that get the screen's nodes when each is there for the first time; a role that a later release adds gets nothing that
   * is there already. Of a resource to read, create, change and delete,
   * each as far as there is a call for it, its actions, and nodes of further calls that begin with the resource's name; others
   * are named as `buttons` of `context.menu`. `:read_all` goes to administrators only.
   */
  roles?: readonly ('administrator' | 'agent' | 'customer')[];
  /** Nodes among its buttons that go to administrators only, as `:read_all` does: what only those do who run the platform. */
  administratorsOnly?: readonly string[];
}

/**
 * A cross-field rule, beside the schema. `path` is where the form shows it; `messageKey` is a locale key. `holds` is asked of
 * the whole row as it would become, in the form and on the server: at a creation what is typed with the declared defaults, at
 * an update the row as it is with what changes. A field that an older row lacks has its default there, and is undefined where it
 * has none; times are ISO texts.
 */
export interface Rule {
  path: string;
  messageKey: string;
  holds: (value: Record<string, unknown>) => boolean;
}

/** An own action on one row or several: `POST /api/<area>/<name>` with `{ id }` plus `body`. */
export interface Action {
  body?: z.ZodType;
  /** What is answered; without it null. */
  result?: z.ZodType;
  /** As in `defineCall`. */
  bodyLimit?: number;
  /** Asks before it runs; the sentence is `<plugin>.<noun>.action.<name>.confirm`. */
  confirm?: boolean;
  /** As in `defineCall`: whoever has a second factor sends a code of it. */
  needsSecondFactor?: true;
}

/** Calls that the kernel can make from the declaration alone. */
export const RESOURCE_CALLS = [
  'inquire',
  'user_inquire',
  'details',
  'add',
  'update',
  'update_remove',
  'remove',
] as const;
export type ResourceCall = (typeof RESOURCE_CALLS)[number];

export interface ResourceDeclaration<F extends Fields> {
  /** `<plugin>.<noun>`; permission nodes are `<name>:read|read_all|create|update|delete|export|<action>`. */
  name: string;
  /** First path segment after /api/. */
  area: string;
  /** The field that names a row. */
  title: keyof F & string;
  /** Store collection; default: name with `_` for `.`. */
  collection?: string;
  fields: F;
  rules?: readonly Rule[];
  /** `own`: rows carry an owner and a caller without `:read_all` sees only the own; `all`: whoever has the node sees all. */
  access: 'own' | 'all';
  /** How calls may name a row, where that is more than its id; what comes out is the id. */
  id?: z.ZodType<string>;
  calls?: readonly ResourceCall[];
  actions?: Readonly<Record<string, Action>>;
  /** Bytes of the largest body of `add` and `update`, as in `defineCall`. */
  bodyLimit?: number;
  /** Calls that a stolen session must not do, as in `defineCall`: whoever has a second factor sends a code of it. */
  needsSecondFactor?: readonly ResourceCall[];
  menu?: MenuPlace;
  /** Compound and special indexes; single ones are hints of the field. */
  indexes?: readonly {
    keys: Readonly<Record<string, 1 | -1>>;
    unique?: boolean;
    sparse?: boolean;
    partial?: Record<string, unknown>;
    expireAfterSeconds?: number;
  }[];
  /**
   * Rows go to a bin first (`update_remove`) and are purged by `remove`. The list offers to take it back at once; a screen
   * that shows the bin is the plugin's own.
   */
  hasBin?: boolean;
  export?: boolean;
  /** What is proposed to whoever removes the plugin; default `keep`. */
  onUninstall?: 'keep' | 'archive' | 'drop';
  defaultSort?: { field: string; order: 'asc' | 'desc' };
  /**
   * Rows that a list counts at most; of more it says "10,000+", and its pages end there. For what grows without end: to
   * count a million rows takes longer than to show twenty.
   */
  countLimit?: number;
}

type Schema<T> = T extends Field<infer S> ? S : never;
type VisibleKeys<F extends Fields> = keyof F;
type WritableKeys<F extends Fields, W extends 'create' | 'update'> = {
  [K in keyof F]: F[K] extends Field<z.ZodType, infer M>
    ? 'both' extends M
      ? K
      : W extends M
        ? K
        : never
    : never;
}[keyof F];
type DefaultedKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<z.ZodType, never, true>
    ? K
    : F[K]['hasDefault'] extends true
      ? K
      : never;
}[keyof F];
type Simplify<T> = { [K in keyof T]: T[K] } & {};

/** Columns that every stored row has. `version` rises by one at each update; visits never change it. */
export interface BaseRow {
  id: string;
  version: number;
  create_time: string;
  update_time: string;
}

export type Row<F extends Fields> = Simplify<
  BaseRow & { owner?: string; remove_time?: string | null } & {
    [K in VisibleKeys<F>]: z.output<Schema<F[K]>>;
  }
>;
export type Create<F extends Fields> = Simplify<
  { [K in Exclude<WritableKeys<F, 'create'>, DefaultedKeys<F>>]: z.output<Schema<F[K]>> } & {
    [K in Extract<WritableKeys<F, 'create'>, DefaultedKeys<F>>]?: z.output<Schema<F[K]>> | undefined;
  }
>;
export type Update<F extends Fields> = Simplify<
  { id: string; version: number } & { [K in WritableKeys<F, 'update'>]?: z.output<Schema<F[K]>> | undefined }
>;

export interface ListQuery {
  page?: number | undefined;
  page_size?: number | undefined;
  sort_field?: string | undefined;
  sort_order?: 'asc' | 'desc' | undefined;
  /** Free text over the fields with `search`. */
  search?: string | undefined;
  [filter: string]: unknown;
}

export interface Resource<F extends Fields = Fields> {
  readonly name: string;
  readonly plugin: string;
  readonly noun: string;
  readonly area: string;
  readonly title: string;
  readonly collection: string;
  readonly fields: F;
  readonly rules: readonly Rule[];
  readonly access: 'own' | 'all';
  readonly id: z.ZodType<string>;
  readonly calls: readonly ResourceCall[];
  readonly actions: Readonly<Record<string, Action>>;
  readonly bodyLimit: number | undefined;
  readonly needsSecondFactor: readonly ResourceCall[];
  readonly menu: MenuPlace | undefined;
  readonly indexes: NonNullable<ResourceDeclaration<F>['indexes']>;
  readonly hasBin: boolean;
  readonly isExported: boolean;
  readonly onUninstall: 'keep' | 'archive' | 'drop';
  readonly defaultSort: { field: string; order: 'asc' | 'desc' };
  readonly countLimit: number | undefined;
  /** Strict schemas: an unknown key is an issue, never dropped silently. */
  readonly schemas: {
    row: z.ZodObject;
    create: z.ZodObject;
    update: z.ZodObject;
    query: z.ZodObject;
  };
  readonly permissions: readonly string[];
  /** Type-level only. */
  readonly types?: { row: Row<F>; create: Create<F>; update: Update<F> };
}

export type RowOf<R> = R extends Resource<infer F> ? Row<F> : never;
export type CreateOf<R> = R extends Resource<infer F> ? Create<F> : never;
export type UpdateOf<R> = R extends Resource<infer F> ? Update<F> : never;

/** The schema of a resource's rows with their type, for calls of a plugin's own that answer them: `pageOf(rowSchema(shelf))`. */
export const rowSchema = <R extends Resource>({ schemas }: R): z.ZodType<RowOf<R>> =>
  schemas.row as unknown as z.ZodType<RowOf<R>>;

/** Times that every row has and every list may sort and narrow by. */
export const BASE_SORTS = ['create_time', 'update_time'] as const;

function buildSchemas(
  fields: Fields,
  { hasOwner, given }: { hasOwner: boolean; given: z.ZodType<string> },
): Resource['schemas'] {
  const row: Record<string, z.ZodType> = {
    id: zId,
    version: z.int(),
    create_time: zTime,
    update_time: zTime,
  };
  const create: Record<string, z.ZodType> = {};
  const update: Record<string, z.ZodType> = { id: given, version: z.int().min(0) };
  const filters: Record<string, z.ZodType> = {};
  const sorts: string[] = [...BASE_SORTS];
  if (hasOwner) {
    row.owner = zId;
    filters.owner = zId.optional();
  }
  row.remove_time = zTime.nullable().optional();
  for (const [name, { schema, hints }] of Object.entries(fields)) {
    const write = hints.write ?? 'both';
    if (!hints.secret) row[name] = (hints.shown ?? schema).optional();
    if (write === 'both' || write === 'create')
      create[name] = 'default' in hints ? schema.optional() : schema;
    if (write === 'both' || write === 'update') update[name] = schema.optional();
    if (hints.sort) sorts.push(name);
    if (hints.filter === 'equals') filters[name] = schema.optional();
    if (hints.filter === 'in') filters[name] = z.array(schema).max(100).optional();
    if (hints.filter === 'contains') filters[name] = z.string().max(200).optional();
    if (hints.filter === 'range') {
      filters[`${name}_from`] = schema.optional();
      filters[`${name}_to`] = schema.optional();
    }
  }
  const query = z.strictObject({
    ...pagingShape,
    sort_field: z.enum(sorts as [string, ...string[]]).optional(),
    sort_order: z.enum(['asc', 'desc']).optional(),
    search: z.string().max(200).optional(),
    create_time_from: zTime.optional(),
    create_time_to: zTime.optional(),
    ...filters,
  });
  return {
    row: z.object(row),
    create: z.strictObject(create),
    update: z.strictObject(update),
    query,
  };
}

function permissionsOf(
  name: string,
  calls: readonly ResourceCall[],
  actions: readonly string[],
  access: 'own' | 'all',
  isExported: boolean,
): string[] {
  const nodes = new Set<string>();
  if (calls.some((call) => call === 'inquire' || call === 'user_inquire' || call === 'details'))
    nodes.add(`${name}:read`);
  if (access === 'own' && calls.includes('inquire')) nodes.add(`${name}:read_all`);
  if (calls.includes('add')) nodes.add(`${name}:create`);
  if (calls.includes('update')) nodes.add(`${name}:update`);
  if (calls.includes('remove') || calls.includes('update_remove')) nodes.add(`${name}:delete`);
  if (isExported) nodes.add(`${name}:export`);
  for (const action of actions) nodes.add(`${name}:${action}`);
  return [...nodes];
}

/**
 * The single source of an entity: schemas, model, calls, permissions, menu, table, form and export are made from it.
 * Functions (scopes, hooks, actions) are bound on the server, in `service.ts`.
 */
export function defineResource<const F extends Fields>(declaration: ResourceDeclaration<F>): Resource<F> {
  const [plugin = '', noun = ''] = declaration.name.split('.');
  if (!/^[a-z][a-z0-9-]*\.[a-z][a-z0-9_]*$/.test(declaration.name))
    throw new TypeError(`resource name "${declaration.name}": expected <plugin>.<noun>`);
  const actions = declaration.actions ?? {};
  const given = declaration.id ?? zId;
  const hasBin = declaration.hasBin ?? false;
  const calls =
    declaration.calls ??
    RESOURCE_CALLS.filter((call) =>
      call === 'user_inquire' ? declaration.access === 'own' : call === 'update_remove' ? hasBin : true,
    );
  return {
    name: declaration.name,
    plugin,
    noun,
    area: declaration.area,
    title: declaration.title,
    collection: declaration.collection ?? collectionName(plugin, noun),
    fields: declaration.fields,
    rules: declaration.rules ?? [],
    access: declaration.access,
    id: given,
    calls,
    actions,
    bodyLimit: declaration.bodyLimit,
    needsSecondFactor: declaration.needsSecondFactor ?? [],
    menu: declaration.menu,
    indexes: declaration.indexes ?? [],
    hasBin,
    isExported: declaration.export ?? false,
    onUninstall: declaration.onUninstall ?? 'keep',
    defaultSort: declaration.defaultSort ?? { field: 'create_time', order: 'desc' },
    countLimit: declaration.countLimit,
    schemas: buildSchemas(declaration.fields, { hasOwner: declaration.access === 'own', given }),
    permissions: permissionsOf(
      declaration.name,
      calls,
      Object.keys(actions),
      declaration.access,
      declaration.export ?? false,
    ),
  };
}
