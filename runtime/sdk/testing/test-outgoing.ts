import { isIP } from 'node:net';
import type { CertificateOptions, DnsOptions, DnsType } from '@waypost/sdk';
import { readEnteredUrl } from '../../outgoing/entered-address.ts';
import { isGrantedHost } from '../../outgoing/granted-host.ts';
import {
  createOutgoing,
  type InternetDoor,
  type Outgoing,
  type OutgoingFetch,
} from '../../outgoing/index.ts';
import { internetErrors } from '../../outgoing/internet-errors.ts';
import { isPublicAddress } from '../../outgoing/public-address.ts';
import { type WireRequest, zOutgoingRequest } from '../../outgoing/wire.ts';
import type { TestPluginOptions } from './types.ts';

type Answer = NonNullable<TestPluginOptions['fetch']>;

/**
 * What a plugin sends to others: the test answers for the hosts that were granted, and for the public internet; the rest is
 * the product's own way out.
 */
export function createTestOutgoing({
  fetch,
  internet,
}: Pick<TestPluginOptions, 'fetch' | 'internet'>): Outgoing {
  const real = createOutgoing({
    resolvers: [],
    testAddresses: [],
    // A storage of a test runs on this machine.
    storageAddresses: ['127.0.0.0/8'],
    innerAddresses: ['127.0.0.0/8'],
  });
  return {
    fetch: (plugin) => (fetch === undefined ? real.fetch(plugin) : answering({ ...plugin, answer: fetch })),
    internet: () => (internet === undefined ? real.internet() : internetOf(internet, real.internet())),
    storage: real.storage,
    requireEndpoint: real.requireEndpoint,
  };
}

function answering({
  plugin,
  granted,
  answer,
}: {
  plugin: string;
  granted: ReadonlySet<string>;
  answer: Answer;
}): OutgoingFetch {
  return async (params, signal) => {
    const wire = zOutgoingRequest.parse(params);
    if (!isGrantedHost(new URL(wire.url), granted))
      throw new TypeError(
        `plugin ${plugin} may not send requests to ${new URL(wire.url).host}: its plugin.json asks for the host and an administrator grants it`,
      );
    return answered(wire, answer, signal);
  };
}

/** Addresses are held to what the product holds them to, as far as that can be said without looking names up. */
function internetOf(answers: NonNullable<TestPluginOptions['internet']>, real: InternetDoor): InternetDoor {
  return async (method, params, signal) => {
    const answer = answers[method];
    if (answer === undefined) return real(method, params, signal);
    switch (method) {
      case 'fetch': {
        const wire = zOutgoingRequest.parse(params);
        const { hostname, host } = readEnteredUrl(wire.url);
        const literal = hostname.replace(/^\[|\]$/g, '');
        if (isIP(literal) !== 0 && !isPublicAddress(literal))
          throw internetErrors.addressRefused.create({ host });
        return answered(wire, answer as Answer, signal);
      }
      // What the server's configuration names is for the test to say.
      case 'fetchEndpoint':
        return answered(zOutgoingRequest.parse(params), answer as Answer, signal);
      case 'resolve': {
        const { name, type, ...options } = params as { name: string; type: DnsType } & DnsOptions;
        return answers.resolve?.(name, type, options);
      }
      case 'resolvers':
        return answers.resolvers?.();
      case 'certificate': {
        const { host, ...options } = params as { host: string } & CertificateOptions;
        return answers.certificate?.(host, options);
      }
    }
  };
}

async function answered(wire: WireRequest, answer: Answer, signal: AbortSignal): Promise<unknown> {
  const { url, method, headers, body } = wire;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const request = new Request(url, {
    method,
    headers,
    signal,
    ...(hasBody ? { body: Buffer.from(body, 'base64') } : {}),
  });
  const response = await answer(request);
  return {
    // What a test makes up has no address; what it fetched itself says where redirects led.
    url: response.url === '' ? url : response.url,
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    isRedirected: response.redirected,
  };
}
