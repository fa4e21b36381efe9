import type { Field, Resource, SettingsDefinition, VisitRuleKind } from '@waypost/contract';
import type { Caller, RequestContext, Session, SignedRequest } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import type { z } from 'zod';

type AnyFunction = (...given: never[]) => unknown;
type InPart<K extends string, T> = {
  [M in keyof T & string]: T[M] extends AnyFunction ? `${K}.${M}` : never;
}[keyof T & string];

/** Every method of a plugin's context and of its parts, from the type: one that is added is missing from the cases. */
export type Method = {
  [K in keyof PlatformContext & string]: PlatformContext[K] extends AnyFunction
    ? K
    : PlatformContext[K] extends string
      ? never
      : InPart<K, PlatformContext[K]>;
}[keyof PlatformContext & string];

type At<T, K> = K extends keyof T ? T[K] : never;
type MethodAt<M extends string> = M extends `${infer P}.${infer N}`
  ? At<At<PlatformContext, P>, N>
  : At<PlatformContext, M>;

/** Given as they are; everything else is looked into. */
type Whole =
  | AnyFunction
  | z.ZodType
  | Field
  | Resource
  | SettingsDefinition
  | VisitRuleKind
  | RequestContext
  | Caller
  | Session
  | RequestInit
  | Uint8Array
  | Date;
type Complete<T> = T extends Whole
  ? T
  : T extends readonly (infer E)[]
    ? readonly Complete<E>[]
    : T extends object
      ? { [K in keyof T]-?: Complete<T[K]> }
      : T;
type EachComplete<A extends readonly unknown[]> = { [I in keyof A]: Complete<A[I]> };

/** Every argument of a method, and everything that an argument may hold: the optional ones too. */
export type Arguments<M extends Method> =
  MethodAt<M> extends (...given: infer A) => unknown ? EachComplete<Required<A>> : never;

/** What a case works with. */
export interface Tools {
  context: PlatformContext;
  request: SignedRequest;
  /** Inside a transaction. */
  session: Session;
  /** Sealed by the test for `every_method/try`, field `secret`. */
  secret: Parameters<PlatformContext['unseal']>[0];
  /** What handlers were given, by name. */
  notes: Map<string, unknown>;
  /** The note once it is there. */
  noted(name: string): Promise<unknown>;
}

export interface Case<M extends Method> {
  /** `setup`: where plugins register, without request and session; `transaction`: inside one. By default in a call. */
  at?: 'setup' | 'transaction';
  given(tools: Tools): Arguments<M>;
  /** What became of it, as JSON; by default the outcome itself. */
  look?(outcome: unknown, tools: Tools): unknown;
  /** What `look` answers in either place. */
  expected: unknown;
}

/** A method that a plugin in a process of its own does not have, and what it is told there. */
export interface Absent {
  absent: string;
}

export type Cases<M extends Method = Method> = { [K in M]: Case<K> | Absent };
export type Part<P extends string> = Extract<Method, `${P}.${string}`>;

/** For expectations of what is different each time. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, shapeOf(inner)]),
  );
}
