import type { Caller, RequestContext } from '@waypost/sdk';
import type { Generation } from '../plugin/activation/generation.ts';
import type { RequestFacts } from './request-facts.ts';

/** One call on its way. It stands in the context that Elysia hands from hook to hook, and ends with it. */
export interface CallState {
  /** Milliseconds since 1970. */
  readonly started: number;
  /** What was visible when it came: it ends with that, whatever takes its place meanwhile. */
  readonly generation: Generation;
  readonly facts: RequestFacts;
  /** Words of that generation, those of its plugin first. */
  readonly translate: RequestContext['translate'];
  /** Who has signed in; undefined until the call was admitted, and for strangers. */
  caller: Caller | undefined;
  /** The code of a second factor that came along; read by calls that need one. */
  secondFactor?: string | undefined;
  /** The header field that the call's declaration names. */
  header?: string | undefined;
  /** What the log says of it beside the request. */
  readonly record: CallRecord;
  /** Tells the plugin that it waits for this call no more; any number of times. */
  leave(): void;
}

export interface CallRecord {
  /** `area/call` once it was found. */
  call: string;
  /** Code of its failure. */
  code?: string;
  reason?: string;
}
