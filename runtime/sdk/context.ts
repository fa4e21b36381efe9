import type {
  BodyOf,
  CallDefinition,
  ListQuery,
  Locale,
  MenuPlace,
  Page,
  Resource,
  ResultOf,
  RowOf,
  Sealed,
  SettingsDefinition,
} from '@waypost/contract';
import type { AuditActor } from './audit-actor.ts';
import type { ResourceBinding } from './binding.ts';
import type { Hooks, Points, Settings, VisitRules } from './extension.ts';
import type { Clock, Disposer, Logger, Random } from './ground.ts';
import type { Identity } from './identity.ts';
import type { Internet } from './internet.ts';
import type { KnownAnswers } from './known-answers.ts';
import type { Ledger } from './ledger.ts';
import type { CollectionDeclaration, ResourceModel, Session, Stored } from './model.ts';
import type { Operations } from './operations.ts';
import type { PluginPasswords } from './passwords.ts';
import type { Processes } from './processes.ts';
import type { RealtimeAccess } from './realtime.ts';
import type { RequestContext, SignedRequest } from './request.ts';
import type { RowModel } from './rows/index.ts';
import type { PluginSecrets } from './secrets.ts';
import type { VisitAccess } from './visits.ts';

export interface AuditEntry {
  /** `<plugin>.<noun>.<verb>` */
  type: string;
  target?: string;
  before?: unknown;
  after?: unknown;
  request?: RequestContext;
  /**
   * Who did it where no request says so: of long work whoever started it, as `actorOf` told when it began. Not taken of
   * plugins in a process of their own.
   */
  actor?: AuditActor;
}

/** What the audit log tells of one change. */
export interface AuditedChange {
  /** Its place in the log: later entries have larger ones. */
  number: number;
  /** `<plugin>.<noun>.<verb>` */
  type: string;
  /** ISO. */
  time: string;
  /** Null: nobody asked for it, as in a job. */
  actor: AuditActor | null;
  /** As they were recorded, secrets as `***`; null where nothing was. */
  before: unknown;
  after: unknown;
}

/** Data that came out of a copy of what they were. */
export interface Restored {
  /** Each has another one. */
  id: string;
  /** By the clock of the machine that has started with them first. */
  time: Date;
}

export interface Jobs {
  /** Defines a job of this plugin and its handler; names are prefixed with the plugin's id. */
  define(
    name: string,
    handler: (data: Record<string, unknown>, signal: AbortSignal) => Promise<void>,
  ): Disposer;
  /**
   * Repeats a job: `interval` is a text such as "5 minutes" or "1 day", or a cron expression, which is read in the
   * platform's time zone (`platform.timeZone`). It runs for the first time one interval after the plugin was first switched
   * on, then an interval after each run, wherever that was: a restart puts nothing off, and what became due while the
   * server or the plugin was off runs once, within seconds of the start. Another interval in a later release holds as soon
   * as that release is switched on. The manifest's `schedules` names the job.
   */
  every(interval: string, name: string, data?: Record<string, unknown>): Promise<Disposer>;
  now(name: string, data?: Record<string, unknown>): Promise<void>;
}

export interface Events {
  on(name: string, handler: (payload: unknown) => Promise<void> | void): Disposer;
  emit(name: string, payload: unknown): Promise<void>;
}

/** What the operator set: the same for every plugin. Ask anew at each use: it may change while the plugin runs. */
export interface PlatformFacts {
  timeZone: string;
  /** Origin that visitors reach, without a trailing slash; short links start with it when a code has no domain. */
  publicUrl: string;
  /** What `publicUrl` was before, the latest first: printed codes begin with them and go on being answered. */
  formerPublicUrls: readonly string[];
  /**
   * Names of hosts that are this installation's own, in lower case without ports: those of the public address, of now and
   * before, and ADMIN_HOSTS. They show the back-office: no domain of a customer may be one of them.
   */
  ownHosts: readonly string[];
  systemTitle: string;
  isProduction: boolean;
}

/** The only surface a plugin's server code gets. */
export interface PluginContext {
  readonly id: string;
  readonly version: string;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: Random;
  readonly platform: PlatformFacts;

  /**
   * Text of a locale key in a language, where no request brings one along, as in a job: `request.translate` is the same for whoever
   * calls. A key that nobody has words for is answered as it is.
   */
  translate(locale: Locale, key: string, params?: Readonly<Record<string, string | number>>): string;

  /**
   * The model of a resource; also made by `resource`. That of another plugin's resource can only be read, and needs
   * `collections:read:<its collection>`.
   */
  model<R extends Resource>(resource: R): ResourceModel<R>;
  /** A plain collection of this plugin. */
  collection<T>(declaration: CollectionDeclaration<T>): RowModel<T>;
  /** One whose documents nobody has declared. */
  collection(declaration: CollectionDeclaration): RowModel<Record<string, unknown>>;
  /** Runs `work` in one transaction, again on a transient conflict; all or nothing. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;

  /**
   * When the store's data came out of a copy last: `waypost restore`, an import, mongorestore; null: they never did. What was written
   * after the copy was made nobody knows of any more: who gives away what nobody else may ever get begins anew somewhere else.
   * Files of the embedded store that were copied back by other means are not noticed.
   */
  restored(): Promise<Restored | null>;

  /** Mounts a resource: calls, permission nodes, menu node. */
  resource<R extends Resource>(resource: R, binding?: ResourceBinding<R>): Disposer;
  /**
   * A page of a resource as its own `inquire` answers it: scope, filters, paging and `present` included.
   * `from: 'bin'` lists what was removed; `owner: 'self'` only the caller's own rows.
   */
  list<R extends Resource>(
    resource: R,
    query: ListQuery,
    request: SignedRequest,
    options?: { from?: 'live' | 'bin'; owner?: 'self' | 'any' },
  ): Promise<Page<RowOf<R>>>;
  /**
   * Deletes a row of a resource that this plugin has mounted, as its own `remove` does: scope, the handlers of `purge`,
   * `afterWrite` and the entry of the log. `first` is done before the row goes, in the same transaction, and again with it.
   * Errors: `not_found` 404, and what handlers refuse with.
   */
  purge<R extends Resource>(
    resource: R,
    id: string,
    request: SignedRequest,
    first?: (row: Stored<R>, session: Session) => Promise<void>,
  ): Promise<void>;
  /**
   * Mounts one call; the body has passed its schema.
   * Errors: `plugin_permission_foreign` 500 when a node of another plugin is to guard it.
   */
  call<C extends CallDefinition>(
    definition: C,
    handler: (
      body: BodyOf<C>,
      request: C['access'] extends { public: true } ? RequestContext : SignedRequest,
    ) => Promise<ResultOf<C>> | ResultOf<C>,
  ): Disposer;
  /**
   * Adds a screen to the menu that is not a resource's own. `permission` decides who sees it; `buttons` are the nodes of
   * what can be done on it, given with the screen to the roles that `place` names.
   * Errors: `plugin_permission_foreign` 500 for a node that does not begin with this plugin's id.
   */
  menu(place: MenuPlace, permission: string, buttons?: readonly string[]): Disposer;
  /**
   * Declares a permission node that no resource or call declares.
   * Errors: `plugin_permission_foreign` 500 for a node that does not begin with this plugin's id.
   */
  permission(node: string): Disposer;

  readonly jobs: Jobs;
  /** Long work that goes on without the request that started it. */
  readonly operations: Operations;
  readonly events: Events;
  /** Events to browsers; topics of this plugin end with it. */
  readonly realtime: RealtimeAccess;
  /**
   * Writes down what was done. With the session of a transaction the entry is there if the change is, whatever ends the
   * process the moment after; without one it is written at once, after the change.
   */
  audit(entry: AuditEntry, session?: Session): Promise<void>;
  /**
   * What this plugin has recorded of a target, the newest first: `target` as entries have it, which for rows is their id.
   * `page` from 1, `page_size` at most 100; `type` asks for entries of one type, `from` for none before that number. Who may
   * read it is for the plugin to say.
   */
  audited(query: {
    target: string;
    type?: string | undefined;
    from?: number | undefined;
    page: number;
    page_size: number;
  }): Promise<{ content: AuditedChange[]; count: number }>;

  /**
   * Offers a service to other plugins: an object of asynchronous functions, JSON in and out. plugin.json names it in
   * `services`, with its version. Errors: TypeError when it does not, and when another plugin offers the name.
   */
  provide(name: string, service: unknown): Disposer;
  /**
   * Asks for a service of another plugin. `range`: versions that fit, such as `^1`; what plugin.json names in `needs`
   * has its range from there, and is there whenever this plugin runs in the server's own process. Undefined while
   * nobody offers such a version.
   */
  require<T>(name: string, range?: string): T | undefined;

  /** Takes part in changes of rows, of this plugin's resources and of others'. */
  readonly hooks: Hooks;
  /** Places where plugins add something to each other. */
  readonly points: Points;
  /** Kinds of rules on the visit path. */
  readonly visitRules: VisitRules;
  /** Settings that administrators change on the plugins screen; once in `setup`. */
  settings<D extends SettingsDefinition>(definition: D): Settings<D>;

  /**
   * Sends a request to a host that plugin.json names in `hosts` and an administrator has granted
   * (`network:<host>`), on its usual port unless the name says another. Never into private networks, redirects
   * included; at most 4 MiB and 30 s an answer. Errors: TypeError, as `fetch` throws.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;

  /**
   * The public internet at addresses that people enter: requests (`internet:fetch`, `internet:endpoints`), look-ups in the DNS (`internet:dns`)
   * and certificates (`internet:tls`). Errors: TypeError when none of the three was granted, and for a method without its
   * own.
   */
  readonly internet: Internet;

  /** What is answered to a plain `GET` from memory, without the plugin and without the store. */
  readonly answers: KnownAnswers;

  /** Hashes for passwords of the plugin's own, such as of a shared page; passwords of accounts belong to `identity`. */
  readonly passwords: PluginPasswords;

  /** Encrypts what the plugin keeps in its rows and nobody may read there. */
  readonly secrets: PluginSecrets;

  /** Opens a sealed value sent for `field` of `area/call`; throws 422 `sealed_invalid`. */
  unseal(sealed: Sealed, place: { area: string; call: string; field: string }): Promise<string>;

  /** Links and the statistics of visits; needs `visits:read` or `visits:publish` in the manifest. */
  readonly visits: VisitAccess;
  /** Money of people; needs `ledger:read` to look at it and `ledger:write` to change it. */
  readonly ledger: Ledger;
  /** Accounts, sessions, roles, menu, API keys; needs `identity`. */
  readonly identity: Identity;

  /** Programs of its own that run all the time; each needs `process:<name>`. */
  readonly processes: Processes;

  onDispose(disposer: Disposer): void;
}
