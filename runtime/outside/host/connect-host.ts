import type { Logger, PluginContext } from '@waypost/sdk';
import { registrarOf } from '../../plugin/context/registrar.ts';
import type { Peer } from '../channel/peer.ts';
import type { OutsideOptions } from '../outside-options.ts';
import { zRegistrations } from '../protocol.ts';
import { createHostAnswers } from './host-answers.ts';
import type { createLiveRequests } from './live-requests.ts';
import { createOperationRuns } from './operation-runs.ts';
import { createRegistrations } from './registrations.ts';
import { createVisitWrites } from './visit-writes.ts';

export interface HostConnection
  extends Pick<
    OutsideOptions,
    'manifest' | 'granted' | 'log' | 'links' | 'outgoing' | 'platform' | 'watchPlatform'
  > {
  live: ReturnType<typeof createLiveRequests>;
  /** A log that a plugin cannot fill. */
  faults: Logger;
  ask: Parameters<typeof createRegistrations>[0]['ask'];
  /** The process that runs now; fails when there is none. */
  peer(): Promise<Peer>;
}

export type HostSide = ReturnType<typeof connectHost>;

/** The host's side of a plugin that runs elsewhere, from the moment in which it has a context. */
export function connectHost(context: PluginContext, connection: HostConnection) {
  const { ask, faults, granted, live, log, manifest } = connection;
  const registrar = registrarOf(context);
  /** What an administrator has consented to with the plugins and services that this one asks for. */
  const services = () =>
    registrar
      .services()
      .filter(
        ({ name, plugin }) =>
          Object.hasOwn(manifest.requires ?? {}, plugin) || Object.hasOwn(manifest.needs ?? {}, name),
      )
      .map(({ name, version }) => ({ name, version }));
  const operations = createOperationRuns(context, live);
  const registrations = createRegistrations({ context, registrar, manifest, live, operations, ask });
  const answers = createHostAnswers({
    context,
    manifest,
    granted,
    live,
    operations,
    services,
    registrar,
    visitWrites: createVisitWrites({
      plugin: manifest.id,
      log,
      visits: () => context.visits,
      ...connection.links,
    }),
    fetch: connection.outgoing.fetch({ plugin: manifest.id, granted }),
    internet: connection.outgoing.internet(),
    aggregated: () => tell('visits.aggregated', null),
    registrationsChanged(params) {
      try {
        registrations.apply(zRegistrations.parse(params));
      } catch (error) {
        faults.error({ error }, 'what the plugin registered later was refused');
      }
    },
  });
  const tell = (method: string, params: unknown) =>
    void connection.peer().then(
      (peer) => peer.tell(method, params),
      () => log.debug({ method }, 'the process of the plugin is away'),
    );
  context.onDispose(registrar.onSettings(() => tell('settings', null)));
  if (connection.watchPlatform !== undefined)
    context.onDispose(connection.watchPlatform(() => tell('platform', { ...connection.platform })));
  context.onDispose(registrar.onServices(() => tell('services', services())));
  // It was started before anybody could say what is offered.
  tell('services', services());
  /** Nobody waits for an answer to these: what is refused is told to the log. */
  const take = (method: string, params: unknown) => {
    try {
      answers.take(method, params);
    } catch (error) {
      faults.warn({ method, error }, 'a message of the plugin was refused');
    }
  };
  return { registrations, answers, take, services };
}
