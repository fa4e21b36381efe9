import type { SettingsDefinition, SettingsOf, VisitCondition, VisitRuleKind } from '@waypost/contract';
import type { Disposer } from './ground.ts';

/** What can happen to a row of a resource through its calls. */
export type RowAction = 'create' | 'update' | 'bin' | 'restore' | 'purge';

/** What is about to happen to a row, or has happened. JSON only, as callers see rows: without secret fields. */
export interface RowEvent {
  resource: string;
  action: RowAction;
  /** Null before a creation. */
  id: string | null;
  /** The row before the change; null at a creation. */
  row: Record<string, unknown> | null;
  /** What the caller sent; null where there is nothing but the row. */
  change: Record<string, unknown> | null;
  caller: { id: string; account: string };
}

export interface BeforeOptions {
  /** Larger runs first; default 0. */
  order?: number;
  /** Milliseconds, at most and by default 2,000. */
  timeLimitMs?: number;
  /** What a handler that fails or takes too long means for the change: default `allow`. */
  onFailure?: 'allow' | 'refuse';
}

/**
 * Takes part in changes of rows. Resources of other plugins need `hooks:<resource>`, which plugin.json asks for in
 * `hooks`. Each resource offers `<resource>.create`, `.update`, `.bin`, `.restore`, `.purge` by itself.
 */
export interface Hooks {
  /**
   * Runs before the change is written, in its transaction, and again when that is tried again: it must only look.
   * An AppError that it throws refuses the change and is answered to the caller.
   */
  before(name: string, handler: (event: RowEvent) => Promise<void> | void, options?: BeforeOptions): Disposer;
  /** Runs after the change was committed, beside the answer. What must not be lost belongs into a job that looks for it. */
  after(name: string, handler: (event: RowEvent) => Promise<void> | void): Disposer;
}

/** What a plugin contributes to a point: asynchronous functions and plain values, JSON in and out. */
export type Contribution = Readonly<Record<string, unknown>>;

/** A place where other plugins add something: generation providers, message channels, export formats. */
export interface ExtensionPoint {
  /** `<plugin>.<point>` */
  name: string;
  /** 1.0.0: contributions name the range that they fit. */
  version: string;
  /** Throws when a contribution is not what the point asks for; it is then left out, and the reason logged. */
  check(contribution: Contribution): void;
}

/** A contribution with who brings it. */
export interface Contributed<T> {
  plugin: string;
  /** Unique within the point; begins with the plugin's id. */
  name: string;
  contribution: T;
}

export interface Points {
  offer(point: ExtensionPoint): Disposer;
  /**
   * `range`: versions of the point that it fits, such as ^1. The point may be offered later, or never. That of another
   * plugin needs `points:<point>`, which plugin.json asks for in `points`. Each function has 30 s.
   */
  contribute(point: string, range: string, name: string, contribution: Contribution): Disposer;
  /** What fits and passed the check, in the order of names. */
  contributions<T extends Contribution>(point: string): Promise<Contributed<T>[]>;
}

/** Kinds of rules on the visit path (contract, visit-rule.ts). */
export interface VisitRules {
  /** Declares a kind; its name begins with the plugin's id. */
  kind(kind: VisitRuleKind): Disposer;
  /** Kinds of all active plugins. */
  kinds(): Promise<readonly VisitRuleKind[]>;
  /**
   * A rule's condition, filled in and ready to be published with a link.
   * Errors: `invalid_input` 422 for a kind that nobody declares and for parameters that do not fit.
   */
  fill(kind: string, parameters: Readonly<Record<string, unknown>>): Promise<VisitCondition>;
}

/** Settings of one plugin, which administrators change on the plugins screen. */
export interface Settings<D extends SettingsDefinition> {
  /** The values now, secrets included: they stay on the server. At most a second old. */
  get(): Promise<SettingsOf<D>>;
  /** Called after a change, by any process. */
  onChange(listener: (values: SettingsOf<D>) => Promise<void> | void): Disposer;
}
