import type { CertificateAnswer, DnsAnswer, DnsType, Internet } from '@waypost/sdk';
import { readEnteredUrl } from './entered-address.ts';
import { fetchThrough } from './fetch-through.ts';
import type { InternetDoor } from './internet.ts';

/**
 * `context.internet` by way of whoever does it for a plugin, in the same process or in another. What is answered was made
 * by that side and is not looked at again.
 */
export function internetThrough(door: InternetDoor): Internet {
  /** Nobody waits in vain: each has its own limit on the other side. */
  const ask = (method: 'resolve' | 'resolvers' | 'certificate', params: unknown) =>
    door(method, params, new AbortController().signal);
  const fetchBy =
    (method: 'fetch' | 'fetchEndpoint'): Internet['fetch'] =>
    async (input, { limitBytes, limitMs, ...init } = {}) => {
      // `Request` throws an error of its own for what cannot be read, which nobody could tell from others.
      const url = readEnteredUrl(input instanceof Request ? input.url : String(input));
      const limits = {
        ...(limitBytes === undefined ? {} : { limitBytes }),
        ...(limitMs === undefined ? {} : { limitMs }),
      };
      const send = (params: object, signal: AbortSignal) => door(method, { ...params, ...limits }, signal);
      return fetchThrough(send)(input instanceof Request ? input : url, init);
    };
  return {
    fetch: fetchBy('fetch'),
    fetchEndpoint: fetchBy('fetchEndpoint'),
    resolve: async <T extends DnsType>(name: string, type: T, options = {}) =>
      (await ask('resolve', { name, type, ...options })) as DnsAnswer<T>,
    resolvers: async () => (await ask('resolvers', {})) as string[],
    certificate: async (host, options = {}) =>
      (await ask('certificate', { host, ...options })) as CertificateAnswer,
  };
}
