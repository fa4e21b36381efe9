import { DNS_TRANSPORTS, DNS_TYPES } from '@waypost/sdk';
import { ZodError, z } from 'zod';
import { createResolver, type Resolver, type ResolverOptions } from './dns/resolver.ts';
import { internetErrors } from './internet-errors.ts';
import { internetFetch } from './internet-fetch.ts';
import { lookAtCertificate } from './look-at-certificate.ts';
import type { PinnedSources } from './pinned-request.ts';

/** What a plugin asks for; the names under which it crosses from its process. */
export const INTERNET_METHODS = ['fetch', 'fetchEndpoint', 'resolve', 'resolvers', 'certificate'] as const;
export type InternetMethod = (typeof INTERNET_METHODS)[number];
/** The parameters cross as JSON; each method reads its own. */
export type InternetDoor = (method: InternetMethod, params: unknown, signal: AbortSignal) => Promise<unknown>;

const MOST_AT_ONCE = 50;

const zResolve = z.object({
  name: z.string().max(2_000),
  type: z.enum(DNS_TYPES),
  resolver: z.string().max(100).default('resolvers'),
  transport: z.enum(DNS_TRANSPORTS).optional(),
  limitMs: z.int().min(1).max(15_000).default(5_000),
});

export interface InternetOptions extends ResolverOptions, Pick<PinnedSources, 'authorities' | 'webPorts'> {
  /** Addresses of our own networks at which endpoints of operators may be. */
  isInnerAddress?: (address: string) => boolean;
}

/**
 * The public internet for plugins. Whether a plugin may ask at all was decided before.
 * @returns makes the door of one plugin, which has its own count of what it does at once
 */
export function createInternet(options: InternetOptions): { resolver: Resolver; doorOf(): InternetDoor } {
  const resolver = createResolver(options);
  const { authorities, isAllowed, isInnerAddress = () => false, webPorts } = options;
  const sources: PinnedSources = {
    resolver,
    isAllowed,
    ...(authorities === undefined ? {} : { authorities }),
    ...(webPorts === undefined ? {} : { webPorts }),
  };
  const endpoints: PinnedSources = {
    ...sources,
    isAllowed: (address) => isAllowed(address) || isInnerAddress(address),
  };
  const work: Record<InternetMethod, (params: unknown, signal: AbortSignal) => Promise<unknown>> = {
    fetch: (params, signal) => internetFetch(params, sources, signal),
    fetchEndpoint: (params, signal) => internetFetch(params, endpoints, signal),
    async resolve(params, signal) {
      const { name, type, resolver: from, transport, limitMs } = zResolve.parse(params);
      const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
      return resolver.resolve({ name, type, from, transport, signal: limit });
    },
    resolvers: async () => resolver.servers(),
    certificate: (params, signal) => lookAtCertificate(params, sources, signal),
  };
  return {
    resolver,
    doorOf() {
      const running: Record<InternetMethod, number> = {
        fetch: 0,
        fetchEndpoint: 0,
        resolve: 0,
        resolvers: 0,
        certificate: 0,
      };
      return async (method, params, signal) => {
        if (running[method] >= MOST_AT_ONCE) throw internetErrors.busy.create({ limit: MOST_AT_ONCE });
        running[method] += 1;
        try {
          return await work[method](params, signal);
        } catch (error) {
          // A fault of the plugin, as every function throws for arguments that are none.
          if (error instanceof ZodError) throw new TypeError(`internet.${method}: ${z.prettifyError(error)}`);
          throw error;
        } finally {
          running[method] -= 1;
        }
      };
    },
  };
}
