import type { Action, CreateOf, ListQuery, Resource, RowOf, UpdateOf } from '@waypost/contract';
import type { Session, Stored } from './model.ts';
import type { SignedRequest } from './request.ts';
import type { AskedFields, Filter } from './rows/index.ts';

/** A change within its transaction. Throwing refuses it: nothing stays written. */
export interface WriteStep<R> {
  session: Session;
  request: SignedRequest;
  /** The row before the change; undefined at creation. */
  before: Stored<R> | undefined;
}

type ActionMap<R extends Resource> = R extends { actions: infer A extends Readonly<Record<string, Action>> }
  ? A
  : never;

/** Functions behind a resource, bound on the server. All are optional; without them the declaration alone decides. */
export interface ResourceBinding<R extends Resource> {
  /**
   * A filter that every read and write of this resource passes through, beyond ownership.
   * Default for `access: 'own'`: rows of the caller; with `<name>:read_all` those of everyone.
   */
  scope?: (request: SignedRequest) => Filter<Stored<R>> | Promise<Filter<Stored<R>>>;
  /**
   * Which rows a value of a field stands for that is not stored (`stored: false`) and has `filter: 'equals'`: a state that
   * follows from several fields, or from who asks, for instance.
   * `search` among them says what the trimmed text of the search box stands for, in place of "contains" over the fields with
   * `search`: for collections that are too large to be read through.
   * @example filters: { status: (value) => (value === 'late' ? { due: { $lt: context.clock.date() } } : {}) }
   */
  filters?: Readonly<
    Record<
      string,
      (value: unknown, request: SignedRequest) => AskedFields<Stored<R>> | Promise<AskedFields<Stored<R>>>
    >
  >;
  /**
   * How far the list is counted, and reaches, where it is narrowed by what takes longer to find; undefined: as the resource
   * says with its own `countLimit`.
   */
  countLimit?: (query: ListQuery) => number | undefined;
  /**
   * Runs before the transaction of a creation, once: for checks that take long and need nothing locked. Gives back the
   * body to go on with.
   */
  prepareCreate?: (body: CreateOf<R>, request: SignedRequest) => Promise<CreateOf<R>>;
  /** The same before a change; what it is about may be gone or changed when the transaction begins. */
  prepareUpdate?: (change: UpdateOf<R>, request: SignedRequest) => Promise<void>;
  /**
   * Turns a checked creation body into stored fields (fill generated ones, hash secrets). Times may stay the texts that came:
   * fields of `zTime` are stored as Dates.
   */
  beforeCreate?: (
    body: CreateOf<R>,
    step: WriteStep<R>,
  ) => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** Turns a checked change into stored fields; gets the row it will apply to. */
  beforeUpdate?: (
    change: UpdateOf<R>,
    step: WriteStep<R>,
  ) => Promise<Record<string, unknown>> | Record<string, unknown>;
  /**
   * Runs in the same transaction after each create, update, bin, restore and purge; `after` is undefined after a purge.
   * Throwing takes the write back and refuses it.
   */
  afterWrite?: (after: Stored<R> | undefined, step: WriteStep<R>) => Promise<void>;
  /** Adds joined fields (`stored: false`) to rows about to be answered, a whole page at once. */
  present?: (rows: RowOf<R>[], request: SignedRequest) => Promise<RowOf<R>[]> | RowOf<R>[];
  /** Extra content of the answer to `add`, beside `id`. */
  created?: (row: Stored<R>, request: SignedRequest) => Record<string, unknown>;
  /** Handlers of the declared actions. */
  actions?: {
    [K in keyof ActionMap<R>]?: (
      input: { id: string; body: unknown; row: Stored<R>; session: Session },
      request: SignedRequest,
    ) => Promise<unknown>;
  };
}
