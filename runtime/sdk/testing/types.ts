import type { BodyOf, CallDefinition, Manifest, Resource, ResultOf, Sealed } from '@waypost/contract';
import type {
  CertificateAnswer,
  CertificateOptions,
  Clock,
  DnsAnswer,
  DnsOptions,
  DnsType,
  Filter,
  PluginContext,
  PluginDefinition,
  Restored,
  RowStart,
  Stored,
  StoredFields,
} from '@waypost/sdk';

/** Another plugin that is active beside the tested one: a real one, or a few lines made for the test. */
export interface OtherPlugin {
  plugin: PluginDefinition;
  /** Its plugin.json. */
  manifest: unknown;
}

/** What a test says about the place in which its plugin runs. Everything is optional but where its manifest is. */
export interface TestPluginOptions {
  /** The plugin's folder, from which plugin.json and the words are read. One of `folder` and `manifest` is needed. */
  folder?: string;
  /** plugin.json, where the folder has none or another one is to be tried. */
  manifest?: unknown;
  /** What an administrator has granted, such as `jobs`; default: all that plugin.json asks for. */
  granted?: readonly string[];
  /** Values of the plugin's settings from the start; secret ones are sealed as in the product. */
  settings?: Readonly<Record<string, unknown>>;
  /** What its clock says; it stands still until the test moves it. Default: 2026-01-15T12:00:00Z. */
  now?: Date | string;
  /** Services of others, by name: what they do and in which version they are offered. */
  services?: Readonly<Record<string, { version: string; service: object }>>;
  /** Further plugins, each after those that it requires. */
  others?: readonly OtherPlugin[];
  /**
   * Answers what the plugin asks of others with `context.fetch`; hosts that were not granted are refused before. Left
   * out: requests go out as they do in the product, which no test should need.
   */
  fetch?: (request: Request) => Response | Promise<Response>;
  /** Answers what it asks with `context.internet`, method by method; those left out go out as in the product. */
  internet?: TestInternet;
  /** What the operator gives programs of the plugin's own: `{ WAYPOST_PLUGIN_SHOP__RPC: 'http://…' }`. */
  variables?: Readonly<Record<string, string>>;
  /** When the data came out of a copy last, asked at each use; default: never. */
  restored?: () => Restored | null;
  /** The operator's zone; default: UTC. */
  timeZone?: string;
}

/**
 * The public internet as a test makes it up. What stands between is thrown: an error that `defineError` makes with the code
 * of the product, such as `dns_name_unknown`.
 */
export interface TestInternet {
  /** Addresses that are none and such that are not public are refused before. */
  fetch?: (request: Request) => Response | Promise<Response>;
  fetchEndpoint?: (request: Request) => Response | Promise<Response>;
  resolve?: (name: string, type: DnsType, options: DnsOptions) => DnsAnswer | Promise<DnsAnswer>;
  resolvers?: () => string[];
  certificate?: (host: string, options: CertificateOptions) => CertificateAnswer | Promise<CertificateAnswer>;
}

/** Somebody who calls. */
export interface Person {
  readonly id: string;
  readonly account: string;
}

export interface PersonOptions {
  /**
   * Decides what they may do, as in the product: what the menu entries give to the role. `super` may do everything.
   * Default: `customer`.
   */
  role?: 'customer' | 'administrator' | 'super';
  /** Exactly these permission nodes, whatever the role. */
  permissions?: readonly string[];
  /** They call with an API key instead of a session. */
  via?: 'session' | 'api_key';
}

export interface CallOptions {
  /** Left out: a stranger calls. */
  as?: Person;
  /** Language of the answer; default: `en-US`. */
  /** One of the product's languages, or one that the test has added. */
  locale?: 'en-US' | 'zh-CN' | 'sw-KE' | (string & {});
  /** The caller's address; default: 203.0.113.7. */
  address?: string;
  userAgent?: string;
  /** Further header fields, such as the one that a call's declaration names. */
  headers?: Readonly<Record<string, string>>;
}

/** Rows of a resource as they lie in the store, past its calls. */
export interface TestRows<R extends Resource> {
  /** In the store's own order, which without a filter is that of their adding. */
  all(filter?: Filter<Stored<R>>): Promise<Stored<R>[]>;
  /** Undefined when there is none. */
  find(id: string): Promise<Stored<R> | undefined>;
  /** Adds one as `addRow` does, without an entry in the audit log; fields that are left out have their declared default. */
  add(fields: Partial<StoredFields<R>>, start?: RowStart): Promise<Stored<R>>;
  count(filter?: Filter<Stored<R>>): Promise<number>;
}

/** An entry of the audit log. */
export interface AuditRecord {
  type: string;
  /** Account that did it; null where no call did. */
  account: string | null;
  target: string | null;
  before: unknown;
  after: unknown;
}

export interface TestClock extends Clock {
  /**
   * Moves the clock and runs the jobs that become due on the way, each at its time; then those that wait.
   * @throws whatever a job throws
   */
  advance(milliseconds: number): Promise<void>;
  /** Sets it without running anything. */
  set(time: Date | string): void;
}

export interface WaitingJob {
  name: string;
  data: Record<string, unknown>;
}

/** Jobs of the plugin, by the names that it gave them. None runs by itself. */
export interface TestJobs {
  /** Runs one now. @throws whatever it throws; TypeError when the plugin defines none of the name */
  run(name: string, data?: Record<string, unknown>): Promise<void>;
  /** What `context.jobs.now` has asked for and nobody has run yet. */
  waiting(): WaitingJob[];
  /** Runs all that wait, and what these ask for, until nothing waits. */
  runWaiting(): Promise<void>;
  /** Those that repeat: the interval of each, as `context.jobs.every` was given it. */
  repeated(): Record<string, string>;
}

export interface TestEvents {
  /** Another plugin, or the product, tells of something; resolves when the handlers are through. */
  emit(name: string, payload: unknown): Promise<void>;
  /** What was told so far, by whomever; of one name when it is given. */
  emitted(name?: string): { name: string; payload: unknown }[];
  /** What handlers threw. */
  failures(): { name: string; error: unknown }[];
}

export interface TestSettings {
  /** As an administrator changes them, `null` puts one back. Errors: `invalid_input` 422 at the field. */
  change(values: Readonly<Record<string, unknown>>): Promise<void>;
  /** What the screen shows: secret ones are only said to be set. */
  view(): Promise<{ values: Record<string, unknown>; set: string[] }>;
}

/** Data as an earlier release left them. */
export interface EarlierData {
  /** Number of the last migration that this release had; 0: none. */
  from: number;
  /** Documents by the name of their collection in the store (`sample_note`), in place of what is there. */
  documents?: Readonly<Record<string, readonly Record<string, unknown>[]>>;
}

/** A line of the log. */
export interface LogRecord {
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
  [field: string]: unknown;
}

/** An entry of the ledger; amounts in smallest units. */
export interface LedgerEntry {
  plugin: string;
  type: string;
  remark: string;
  postings: { account: string; amount: bigint; currency: string }[];
}

/** A plugin that runs in the test's own process, on what the product runs it on. */
export interface TestPlugin {
  readonly manifest: Manifest;
  /** The context that its `setup` was given. */
  readonly context: PluginContext;
  readonly clock: TestClock;
  readonly jobs: TestJobs;
  readonly events: TestEvents;
  readonly settings: TestSettings;
  /** Somebody who can call; the same name is the same person. */
  person(account: string, options?: PersonOptions): Promise<Person>;
  /**
   * Makes a call as a program does, from the route to the answer: who may, the body's schema, limits, the plugin's code,
   * the declared result. Of a name, or of the declaration, whose types it then has.
   * @throws CallRefused with the code that the product answers
   */
  call<C extends CallDefinition>(call: C, body: BodyOf<C>, options?: CallOptions): Promise<ResultOf<C>>;
  call<T = unknown>(call: string, body?: object, options?: CallOptions): Promise<T>;
  /** The same, answered as it goes over the wire: files, headers, status. */
  send(call: string, body?: object, options?: CallOptions): Promise<Response>;
  /** Seals a text for one field of one call, as a browser does with passwords; what `context.unseal` opens. */
  seal(text: string, place: { area: string; call: string; field: string }): Promise<Sealed>;
  /** Rows of the plugin and of the others. */
  rows<R extends Resource>(resource: R): TestRows<R>;
  /** What the plugin wrote into the audit log, oldest first. */
  audit(): Promise<AuditRecord[]>;
  /** The whole ledger, of all plugins: what is wrong with it, a sentence each, and its entries, oldest first. */
  ledger(): Promise<{ faults: string[]; entries: LedgerEntry[] }>;
  /** What it sent to browsers so far. */
  published(): { topic: string; data: unknown; audience: string }[];
  /** What was logged, by the plugin and about it. */
  log(): LogRecord[];
  /** Permission nodes that it declares, sorted. */
  permissions(): string[];
  /** A service that it offers. @throws TypeError when it offers none of the name */
  service<T>(name: string): T;
  /**
   * Puts data of an earlier release in place of what is there, and starts the plugin on them as an upgrade does: under a
   * lock, all migrations or none.
   * @returns numbers of the migrations that ran
   * @throws what a migration or the start throws; the plugin does not run then
   */
  migrate(earlier: EarlierData): Promise<number[]>;
  /** Switches it off and on again, as an administrator does. */
  restart(): Promise<void>;
  /** Switches everything off and forgets the rows. */
  dispose(): Promise<void>;
}
