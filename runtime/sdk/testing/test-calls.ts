import type { Answer, CallDefinition } from '@waypost/contract';
import { z } from 'zod';
import { createCallPipeline } from '../../http/call-pipeline.ts';
import { createDispatcher } from '../../http/dispatcher.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import { CallRefused } from './call-refused.ts';
import type { TestPeople } from './test-people.ts';
import type { TestPlatform } from './test-platform.ts';
import type { CallOptions, TestPlugin } from './types.ts';

const zFault = z.looseObject({ message: z.string() });
const ADDRESS = '203.0.113.7';

/** Calls through the dispatcher that takes the product's, without a socket. */
export function createTestCalls(
  { generations, languages, log, records, sources }: TestPlatform,
  people: TestPeople,
): Pick<TestPlugin, 'call' | 'send'> {
  const addresses = new WeakMap<Request, string>();
  const rateLimits = createRateLimits();
  const dispatch = createDispatcher({
    generation: generations.current,
    pipeline: createCallPipeline({
      authenticate: (token) => people.callerOf(token),
      // Nobody here has one.
      requireSecondFactor: async () => {},
      isReady: () => true,
      rateLimits,
      log,
    }),
    rateLimits,
    addressOf: (request) => addresses.get(request) ?? ADDRESS,
    chooseLanguage: languages.choose,
    isBlocked: () => false,
    isOwnOrigin: () => true,
    isReady: () => true,
    hasFailed: () => false,
    log,
    clock: sources.clock,
    observe: () => undefined,
  });

  async function send(call: string, body: object = {}, options: CallOptions = {}): Promise<Response> {
    const { as, locale = 'en-US', address = ADDRESS, userAgent = 'test', headers = {} } = options;
    const path = `/api/${call}`;
    const request = new Request(`${sources.platform.publicUrl}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': locale,
        'user-agent': userAgent,
        ...headers,
        ...(as === undefined ? {} : { authorization: `Bearer ${people.tokenOf(as)}` }),
      },
      body: JSON.stringify(body),
    });
    addresses.set(request, address);
    return dispatch(request, path);
  }
  /** What the log says of a call that failed by a fault of the plugin. */
  function faultOf({ headers, status }: Response): string | undefined {
    if (status !== 500) return undefined;
    const id = headers.get('x-request-id');
    const error = records().find((record) => record.request_id === id && record.error !== undefined)?.error;
    return zFault.safeParse(error).data?.message;
  }
  return {
    send,
    async call(call: string | CallDefinition, body: object = {}, options: CallOptions = {}) {
      const name = typeof call === 'string' ? call : `${call.area}/${call.call}`;
      const response = await send(name, body, options);
      const answer = (await response.json()) as Answer<unknown>;
      if (!answer.status) throw new CallRefused(name, response.status, answer, faultOf(response));
      return answer.content as never;
    },
  };
}
