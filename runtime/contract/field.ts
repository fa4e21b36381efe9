import type { z } from 'zod';

/**
 * Who may write a field through the resource's own calls: at creation, later, both, or nobody (the server sets it). A form
 * has what may be written: a field with 'create' is in the form of a new row and not in that of a change.
 */
export type FieldWrite = 'both' | 'create' | 'update' | 'none';

/** How a list may be narrowed by a field: `range` takes `<field>_from` and `<field>_to`. */
export type FieldFilter = 'equals' | 'contains' | 'in' | 'range';

/** The form control; without it one is chosen from the schema. Other names are looked up among the page's own controls. */
export type FieldControl =
  | 'text'
  | 'textarea'
  | 'number'
  | 'switch'
  | 'select'
  | 'radio'
  | 'password'
  | 'url'
  | 'datetime'
  | 'date'
  | 'json'
  | (string & {});

/** What a picker has to know of a resource; a resource is one. */
export interface Reference {
  /** `<plugin>.<noun>`: choosing needs the node `<name>:read`. */
  readonly name: string;
  readonly area: string;
  /** Field that names a thing. It is what the picker searches, as far as it has `search`. */
  readonly title: string;
  /** The calls that it has; default `inquire` and `details`. */
  readonly calls?: readonly string[];
  /** What is offered, as its list call is narrowed: a filter of its own, such as `{ state: ['on'] }`; left out: everything. */
  readonly only?: Readonly<Record<string, unknown>>;
  /** Screen of a thing's page, which titles lead to as `<page>?id=…`; left out: they lead nowhere. */
  readonly page?: string;
}

/** Everything about a field that is not its schema. Kept beside zod because zod loses metadata in `.optional()`. */
export interface FieldHints<W extends FieldWrite = FieldWrite> {
  /** Shown as a table column; `'hidden'` is offered in column choice only. */
  list?: boolean | 'hidden';
  filter?: FieldFilter;
  /**
   * Asked for so often that its choices stand above the list as buttons: a field with `filter` and a few options, or a
   * yes or no. Two or three a resource; the others stay in the drawer. Of a filter by several codes it may name groups of
   * them, whose words are `<resource>.<field>.quick.<group>`.
   */
  quick?: boolean | Readonly<Record<string, readonly (string | number)[]>>;
  /**
   * How long its column stays when the list gets narrow: 0 always, then the larger goes the earlier. Default: the order of
   * the columns, the later the earlier; a state stays.
   */
  priority?: number;
  sort?: boolean;
  /** Searched by the list's free-text box (literal, case-insensitive); of a list of things the parts of each that are searched. */
  search?: boolean | readonly string[];
  write?: W;
  /** Used when creation leaves the field out. Never put `.default()` on the schema: `.partial()` would apply it. */
  default?: unknown;
  control?: FieldControl;
  /** What the browser may fill in, as HTML's `autocomplete` has it; `off` also ends its spelling marks. */
  autoComplete?: string;
  /** Codes to words: each option's text is `<plugin>.<noun>.<field>.<code>` unless given here. */
  options?: readonly (string | number)[];
  /** Unit shown inside the control and after the figure: a locale key. */
  unit?: string;
  /**
   * The figure is money: its currency's code, ISO 4217's (`CNY`) or one of `CURRENCIES`. It is shown with the code and with
   * the digits that the currency has behind the point: 99.50 CNY.
   */
  currency?: string;
  /** Form section: a locale key suffix under `<plugin>.<noun>.section`. */
  section?: string;
  index?: boolean;
  /** Over the rows of all owners. One for each owner: `indexes` of the resource, `{ keys: { owner: 1, serial: 1 }, unique: true }`. */
  unique?: boolean;
  /**
   * The resource whose ids the field holds (one, or a list of them): forms and filters choose by title, tables show
   * it, and whoever may not read those things is offered none. A resource can be given as it is.
   */
  ref?: Reference;
  /** Schema of the field in rows, where they may hold what nobody enters, such as a printed code that leads nowhere yet. */
  shown?: z.ZodType;
  /** False: not in the store; the service joins it while reading. */
  stored?: boolean;
  /** Write-only: stored, never part of a row. */
  secret?: boolean;
  /** Of a setting: the right that changing it takes wherever it is written; default `system.plugin:update`. */
  right?: string;
  /**
   * Of a setting that moves data or credentials out, such as a backup's target: only a super administrator changes it, with a
   * code of the second factor where there is one.
   */
  leadsOut?: true;
  /** Arrives as a sealed value (docs/http.md, "Sealed passwords"). */
  sealed?: boolean;
  /** False: what is typed is not kept in the browser's tab over a reload; `sealed` and `secret` fields never are. */
  draft?: false;
}

export interface Field<
  S extends z.ZodType = z.ZodType,
  W extends FieldWrite = FieldWrite,
  D extends boolean = boolean,
  I extends boolean = boolean,
> {
  readonly schema: S;
  readonly hints: FieldHints<W>;
  /** Type-level only: whether creation may leave the field out. */
  readonly hasDefault: D;
  /** Type-level only: whether the store has it; what the service joins it has not. */
  readonly isStored?: I;
}

/**
 * One field of a resource: its schema and its hints.
 * @example field(z.string().min(1).max(100), { list: true, filter: 'contains', search: true })
 */
export function field<S extends z.ZodType, const H extends FieldHints>(
  schema: S,
  hints?: H,
): Field<
  S,
  H extends { write: infer W extends FieldWrite } ? W : 'both',
  H extends { default: unknown } ? true : false,
  H extends { stored: false } ? false : true
> {
  const given = hints?.ref === undefined ? (hints ?? {}) : { ...hints, ref: onlyReference(hints.ref) };
  return { schema, hints: given, hasDefault: 'default' in given } as unknown as Field<
    S,
    H extends { write: infer W extends FieldWrite } ? W : 'both',
    H extends { default: unknown } ? true : false,
    H extends { stored: false } ? false : true
  >;
}

/** Hints are data: of a whole resource only what a picker needs is kept. */
function onlyReference({ name, area, title, calls, only, page }: Reference): Reference {
  return {
    name,
    area,
    title,
    ...(calls === undefined ? {} : { calls }),
    ...(only === undefined ? {} : { only }),
    ...(page === undefined ? {} : { page }),
  };
}
