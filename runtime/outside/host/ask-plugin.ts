import type { Caller, Disposer, RequestContext } from '@waypost/sdk';
import type { Registrations } from '../protocol.ts';
import { argumentsForOutside } from './crossing.ts';
import { type RegisterOptions, SHORT_MS } from './register-options.ts';

/** What the host asks of the plugin's process where another plugin's function would be called. */
export function createAsking({ ask, context, live }: Pick<RegisterOptions, 'ask' | 'context' | 'live'>) {
  return { call, topicOf, serviceOf };

  async function call(key: string, body: unknown, request: RequestContext): Promise<unknown> {
    const opened = live.open(request);
    try {
      return await ask('call', { key, body, request: opened.facts }, { signal: request.signal });
    } finally {
      opened.close();
    }
  }

  function topicOf(one: Registrations['topics'][number]) {
    const { name } = one;
    return {
      isState: one.isState,
      ...(one.permission === undefined ? {} : { permission: one.permission }),
      ...(one.isScoped
        ? { scope: (request: { caller: Caller; parameter: string | undefined }) => scopeOf(name, request) }
        : {}),
      ...(one.isWatched ? { watched: (audience: string) => watch(name, audience) } : {}),
    };
  }

  async function scopeOf(
    name: string,
    { caller, parameter }: { caller: Caller; parameter: string | undefined },
  ): Promise<string | undefined> {
    const known = { ...caller, permissions: [...caller.permissions] };
    const answer = await ask(
      'topic.scope',
      { name, caller: known, handle: 0, parameter },
      { limitMs: SHORT_MS },
    );
    return typeof answer === 'string' ? answer : undefined;
  }

  function watch(name: string, audience: string): Disposer {
    const tell = (isOn: boolean) =>
      ask('topic.watched', { name, audience, isOn }, { limitMs: SHORT_MS }).catch((error: unknown) =>
        context.log.warn({ topic: name, error }, 'the plugin was not told of a follower'),
      );
    void tell(true);
    return () => void tell(false);
  }

  function serviceOf(name: string, methods: readonly string[]): object {
    return Object.fromEntries(
      methods.map((method) => [
        method,
        async (...given: unknown[]) => {
          const crossed = argumentsForOutside(given, live);
          try {
            return await ask('service', { name, method, given: crossed.given }, { limitMs: SHORT_MS });
          } finally {
            crossed.close();
          }
        },
      ]),
    );
  }
}
