import type { BodyOf, ResultOf } from '@waypost/contract';
import type { PlatformCall, PlatformCalls } from '@waypost/contract/platform';
import type { CallOptions, Client } from '@waypost/host-sdk/light';

/**
 * Makes a call of the platform, typed by its declaration. Only the types are loaded: the page before sign-in has no schemas.
 * @throws ApiError
 */
export function callPlatform<A extends PlatformCall>(
  client: Pick<Client, 'post'>,
  address: A,
  body: BodyOf<PlatformCalls[A]>,
  options?: CallOptions,
): Promise<ResultOf<PlatformCalls[A]>> {
  const [area = '', call = ''] = address.split('/');
  return client.post(area, call, body, options);
}
