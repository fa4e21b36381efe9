import { createHostCheck } from '../http/back-office-hosts.ts';
import { createCallPipeline } from '../http/call-pipeline.ts';
import { createDispatcher } from '../http/dispatcher.ts';
import { createKnownAnswerHandler } from '../http/known-answers.ts';
import { createOriginCheck } from '../http/origin.ts';
import { createPublicPageHandler } from '../http/public-page.ts';
import { createRateLimits } from '../http/rate-limits.ts';
import { createSocketServer } from '../http/realtime/socket-server.ts';
import { createHandlers, type VisitHandlers } from '../http/server.ts';
import { createStoredFileHandler } from '../http/stored-file.ts';
import type { AnswerBook } from '../plugin/answers/known-answers.ts';
import { failedPlugins } from '../plugin/host/failed-plugins.ts';
import type { PluginHost } from '../plugin/host/plugin-host.ts';
import { createAddressReader } from '../process/client-address.ts';
import { RUNTIME_VERSION } from '../process/version.ts';
import { createRefusalPages, type RefusalPages } from '../visit/index.ts';
import type { Ground } from './ground.ts';
import type { Health } from './health.ts';
import type { SharedParts } from './shared-parts.ts';
import { placeOfVisits } from './visits.ts';

/**
 * Everything that answers requests, by the roles of this process.
 * @returns takes requests from now on, visits with the given handlers
 */
export function createRequests(
  ground: Ground,
  parts: SharedParts,
  live: {
    plugins: Pick<PluginHost, 'served'>;
    answers: Pick<AnswerBook, 'find'>;
    health: Health;
    rateScale: number | undefined;
  },
): (visits: VisitHandlers | undefined) => void {
  const { clock, environment, log, server, shellDirectory } = ground;
  const { generations, ipBlack, languages, publicAddress, realtime, services } = parts;
  const { plugins, health } = live;
  const rateLimits = createRateLimits(live.rateScale);
  const readAddress = createAddressReader(environment.trustedProxies);
  const addressOf = (request: Request) => readAddress(request, server.requestIP(request)?.address ?? '');
  const isBackOffice = createHostCheck(publicAddress.hostNames);
  const isOwnOrigin = createOriginCheck(() => publicAddress.facts().address);
  const sockets = environment.roles.has('api')
    ? createSocketServer({
        realtime,
        isBackOffice,
        isOwnOrigin,
        addressOf,
        isBlocked: ipBlack.hasAddress,
        takeSocket: (request) => rateLimits.takeCall('realtime', addressOf(request)),
      })
    : undefined;
  if (sockets !== undefined) ipBlack.onChange(sockets.endBlocked);
  const dispatch = environment.roles.has('api')
    ? createDispatcher({
        generation: generations.current,
        pipeline: createCallPipeline({
          authenticate: (token, facts) => services.authenticate(token, facts),
          requireSecondFactor: services.identity.secondFactor.require,
          isReady: health.isApiReady,
          isServed: (activation) => [...generations.current().areas.values()].includes(activation),
          rateLimits,
          log,
        }),
        rateLimits,
        addressOf,
        chooseLanguage: languages.choose,
        isBlocked: ipBlack.hasAddress,
        isOwnOrigin,
        isReady: health.isApiReady,
        hasFailed: (id) => failedPlugins(plugins.served()).includes(id),
        log,
        clock,
        observe: health.metrics.observeCall,
      })
    : undefined;
  const knownAnswer = createKnownAnswerHandler({
    book: live.answers,
    peerOf: (request) => server.requestIP(request)?.address ?? '',
    internalToken: ground.data.internalToken,
    ownHosts: publicAddress.hostNames,
  });
  const refusal = refusalPagesOf(parts);
  const refuseBlocked = (request: Request) =>
    !ipBlack.isEmpty() && ipBlack.hasAddress(addressOf(request)) ? refusal('refused', request) : undefined;
  return (visits) =>
    server.reload(
      createHandlers({
        visits,
        dispatch,
        sockets,
        readiness: health.readiness,
        metrics: health.metrics,
        metricsToken: ground.data.metricsToken,
        knownAnswer,
        generation: generations.current,
        isBackOffice,
        addressOf,
        refuseBlocked,
        publicPage: createPublicPageHandler({
          pages: services.publicPages.read,
          title: () => environment.systemTitle,
          refuse: refusal,
          languages: parts.pageLanguages,
          standard: () => languages.offered().standard,
        }),
        storedFile: createStoredFileHandler({
          find: parts.storedFiles.find,
          failed: (error) => log.warn({ error }, 'a stored file could not be read'),
        }),
        shellDirectory,
        sitePicture: services.identity.sitePicture,
        about: {
          title: environment.systemTitle,
          version: RUNTIME_VERSION,
          url: publicAddress.facts().address,
        },
        log,
      }),
    );
}

/** Prepared at the first refusal, and anew when the address changes at which codes are reported. */
function refusalPagesOf(parts: SharedParts): RefusalPages {
  let prepared: { reportUrl: string; pages: RefusalPages } | undefined;
  return (kind, request) => {
    const place = placeOfVisits(parts);
    const { reportUrl } = place;
    if (prepared?.reportUrl !== reportUrl) prepared = { reportUrl, pages: createRefusalPages(place) };
    return prepared.pages(kind, request);
  };
}
