import { isGrantedHost } from '../../outgoing/granted-host.ts';
import { createOutgoing, type Outgoing, type OutgoingFetch } from '../../outgoing/index.ts';
import { zOutgoingRequest } from '../../outgoing/wire.ts';
import type { TestPluginOptions } from './types.ts';

/** What a plugin sends to others: the test answers for the hosts that were granted; the rest is the product's own way out. */
export function createTestOutgoing(answer: TestPluginOptions['fetch']): Outgoing {
  const real = createOutgoing({ resolvers: [], testAddresses: [] });
  return answer === undefined
    ? real
    : { ...real, fetch: ({ plugin, granted }) => answering({ plugin, granted, answer }) };
}

function answering({
  plugin,
  granted,
  answer,
}: {
  plugin: string;
  granted: ReadonlySet<string>;
  answer: NonNullable<TestPluginOptions['fetch']>;
}): OutgoingFetch {
  return async (params, signal) => {
    const { url, method, headers, body } = zOutgoingRequest.parse(params);
    if (!isGrantedHost(new URL(url), granted))
      throw new TypeError(
        `plugin ${plugin} may not send requests to ${new URL(url).host}: its plugin.json asks for the host and an administrator grants it`,
      );
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const request = new Request(url, {
      method,
      headers,
      signal,
      ...(hasBody ? { body: Buffer.from(body, 'base64') } : {}),
    });
    const response = await answer(request);
    return {
      url,
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
      isRedirected: false,
    };
  };
}
