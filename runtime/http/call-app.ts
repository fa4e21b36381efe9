import { errors } from '@waypost/contract';
import { Elysia, NotFoundError, ParseError } from 'elysia';
import type { Activation } from '../plugin/activation/activation.ts';
import type { CallEnds } from './call-ends.ts';
import type { CallState } from './call-state.ts';

/**
 * An Elysia instance in which every request begins and ends as a call does; what lies between is for those who add
 * routes to it. Elysia compiles each route when it is first asked for, from what its hooks read of the context: they
 * take it apart in their parameters and never hand it on whole, or cookies, query and headers would be parsed as well.
 * @param activation the plugin that its calls belong to
 */
export function newCallApp(ends: CallEnds, activation: Activation | undefined) {
  return (
    // The path begins behind a host of any length (Elysia counts on four letters), and no second form of it leads to a call.
    new Elysia({ aot: true, strictPath: true, handler: { standardHostname: false } })
      .decorate('call', undefined as CallState | undefined)
      .onRequest(async (held) => {
        held.call = ends.begin(held.request, activation);
        await ends.admitAddress(held.call, held.request);
      })
      .onError(({ call, request, error, set }) => {
        // With any other status Elysia would copy the answer, and stream it.
        set.status = 200;
        return ends.failed(begun(call), request, thrownFirst(error));
      })
  );
}

/** Its state, which the first hook has begun. */
export function begun(call: CallState | undefined): CallState {
  if (call === undefined) throw new Error('a call has not begun');
  return call;
}

/** What a hook of ours threw: Elysia wraps what comes from a parser, and has a failure of its own for unknown paths. */
function thrownFirst(error: unknown): unknown {
  if (error instanceof NotFoundError) return errors.unknownCall.create();
  return error instanceof ParseError ? error.cause : error;
}
