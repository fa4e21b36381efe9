import type { Caller, Logger, RequestContext } from '@waypost/sdk';
import { findText, type Words } from '../../services/locale/texts.ts';
import type { RequestFacts } from '../protocol.ts';

/** Which request of the host an object stands for: the request itself, or its caller. */
export interface Handles {
  remember(subject: object, handle: number): void;
  find(subject: unknown): number | undefined;
}

export function createHandles(): Handles {
  const handles = new WeakMap<object, number>();
  return {
    remember: (subject, handle) => void handles.set(subject, handle),
    find: (subject) => (typeof subject === 'object' && subject !== null ? handles.get(subject) : undefined),
  };
}

/** The number of a request, given itself, its caller, or anything that has the caller. */
export function requestHandle(
  handles: Handles,
  request: RequestContext | { caller?: Caller | undefined } | undefined,
): number | undefined {
  return handles.find(request) ?? handles.find(request?.caller);
}

/** A request of the host by its number, which alone crosses; every other value as it is. */
export function nameRequest(handles: Handles, value: unknown): unknown {
  const handle =
    typeof value === 'object' && value !== null && 'caller' in value
      ? requestHandle(handles, value as RequestContext)
      : undefined;
  return handle === undefined ? value : { $request: handle };
}

export interface RequestSources {
  /** The plugin's own words first. */
  words: readonly Words[];
  handles: Handles;
  logWith(fields: Record<string, unknown>): Logger;
}

/** The request as handlers know it. */
export function createRequest(
  facts: RequestFacts,
  signal: AbortSignal,
  { words, handles, logWith }: RequestSources,
): RequestContext {
  const caller: Caller | undefined = facts.caller && {
    ...facts.caller,
    permissions: new Set(facts.caller.permissions),
  };
  const request: RequestContext = {
    caller,
    locale: facts.locale,
    language: facts.locale,
    address: facts.address,
    userAgent: facts.userAgent,
    requestId: facts.requestId,
    ...(facts.header === undefined ? {} : { header: facts.header }),
    log: logWith({ request_id: facts.requestId }),
    signal,
    translate: (key, params) => findText(words, facts.locale, key, params) ?? key,
  };
  handles.remember(request, facts.handle);
  if (caller !== undefined) handles.remember(caller, facts.handle);
  return request;
}
