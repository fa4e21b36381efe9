import { isCallHeader } from '@waypost/contract';
import type { AuditEntry, PluginContext, VisitAccess } from '@waypost/sdk';
import type { Installation, LanguageDesk, ListDesk, PluginAdministration } from '@waypost/sdk/platform';
import { fetchThrough, internetThrough, type Outgoing } from '../../outgoing/index.ts';
import { createDatabaseDesk } from '../../services/database/database-desk.ts';
import type { JobQueue } from '../../services/jobs/job-queue.ts';
import { findText } from '../../services/locale/texts.ts';
import type { OperationService } from '../../services/operations/index.ts';
import type { Realtime } from '../../services/realtime/index.ts';
import type { RuntimeServices } from '../../services/types.ts';
import { askedBy, nobodyWaits } from '../../storage/index.ts';
import type { StoreAccess } from '../../storage/store-access.ts';
import { type Activation, addRoute } from '../activation/activation.ts';
import type { OpenProcesses } from '../activation/own-processes.ts';
import { HOOK_LIMIT_MS, within } from '../activation/time-limit.ts';
import type { AnswerBook } from '../answers/known-answers.ts';
import type { EventBus } from '../exchange/events.ts';
import type { ProvidedServices } from '../exchange/provided-services.ts';
import type { ExtensionSources } from '../extension/create-extensions.ts';
import { countedSet } from './counted-set.ts';
import type { ContextGround, GroundExchange, GroundRegistry } from './ground.ts';
import { operationDeskOf, visitAccessOf } from './only-declared.ts';
import { serverExtension } from './server-extension.ts';
import { serverJobs } from './server-jobs.ts';

/** What the runtime has of everything that plugins share. */
export interface ContextSources {
  store: StoreAccess;
  services: Pick<
    RuntimeServices,
    | 'identity'
    | 'auditDesk'
    | 'roleAdministration'
    | 'ledgerOf'
    | 'passwordsOf'
    | 'secretsOf'
    | 'unseal'
    | 'audit'
    | 'audited'
  >;
  visits: VisitAccess;
  events: EventBus;
  extensions: ExtensionSources;
  provided: ProvidedServices;
  answers: AnswerBook['of'];
  jobs: JobQueue;
  realtime: Pick<Realtime, 'topic' | 'publish'>;
  operations: OperationService;
  lists: ListDesk;
  outgoing: Outgoing;
  platform: PluginContext['platform'];
  restored: PluginContext['restored'];
  /** Texts of everybody who is active. */
  translate: PluginContext['translate'];
  administration(): PluginAdministration;
  installation(): Installation;
  languages: LanguageDesk;
  openProcesses: OpenProcesses;
  clock: PluginContext['clock'];
  random: PluginContext['random'];
  logFor(plugin: string): PluginContext['log'];
}

/** The ground in the server's process: everything registered on it ends with the activation's scope. */
export function serverGround(activation: Activation, sources: ContextSources): ContextGround {
  const { manifest, granted, scope, declared } = activation;
  const { store, services } = sources;
  const visits = visitAccessOf(sources.visits);
  const internet = internetThrough(sources.outgoing.internet());
  return {
    manifest,
    granted,
    log: sources.logFor(manifest.id),
    clock: sources.clock,
    random: sources.random,
    platform: sources.platform,
    // During its setup a plugin is not among those who are active.
    translate: (locale, key, params) =>
      findText([activation.words], locale, key, params) ?? sources.translate(locale, key, params),
    restored: sources.restored,
    models: activation.models,
    transaction: store.transaction,
    rowHooks: sources.extensions.hooks,
    registry: serverRegistry(activation),
    exchange: serverExchange(activation, sources),
    extension: serverExtension(activation, sources.extensions),
    fetch: fetchThrough(sources.outgoing.fetch({ plugin: manifest.id, granted })),
    passwords: services.passwordsOf(manifest.id),
    secrets: services.secretsOf(manifest.id),
    unseal: services.unseal,
    onDispose: (disposer) => void scope.hold(disposer),
    internet: () => internet,
    jobs: () => serverJobs(activation, sources.jobs),
    operations: () => ({
      define(kind, definition) {
        declared.jobs.add(kind);
        const name = `${manifest.id}.${kind}`;
        const run: typeof definition.run = (given) =>
          nobodyWaits(() => askedBy(`operation ${name}`, () => definition.run(given)));
        return scope.add(() => sources.operations.define(name, { ...definition, run }));
      },
      start: (kind, work, request) => sources.operations.start(`${manifest.id}.${kind}`, work, request),
    }),
    operationDesk: () => operationDeskOf(sources.operations),
    listDesk: () => sources.lists,
    auditDesk: () => services.auditDesk,
    databaseDesk: () => createDatabaseDesk({ database: store.database, clock: sources.clock }),
    installation: sources.installation,
    languages: () => sources.languages,
    roles: () => services.roleAdministration,
    visits: () => visits,
    ledger: () => services.ledgerOf(manifest.id),
    answers: () => sources.answers(manifest.id, manifest.answers ?? []),
    identity: () => services.identity,
    plugins: sources.administration,
    processes: () => serverProcesses(activation, sources),
  };
}

/** They end before what the plugin has registered earlier does. */
function serverProcesses(activation: Activation, sources: ContextSources): PluginContext['processes'] {
  const { id, manifest, directory, scope, trust } = activation;
  if (activation.processes === undefined) {
    const opened = sources.openProcesses({
      manifest,
      directory,
      isContained: trust === 'outside',
      log: sources.logFor(id),
      readSettings: () => sources.extensions.settings.read(id),
    });
    activation.processes = opened;
    scope.hold(opened.stop);
  }
  return activation.processes.processes;
}

/** Parts of the activation itself, which nobody sees before it is visible as a whole. */
function serverRegistry(activation: Activation): GroundRegistry {
  return {
    route: (route) => {
      if (route.header !== undefined && !isCallHeader(route.header))
        throw new TypeError(
          `call ${route.area}/${route.call}: no handler reads the header "${route.header}"`,
        );
      return addRoute(activation, route);
    },
    permission: countedSet(activation.permissions),
    menu(entry) {
      activation.menus.add(entry);
      return () => void activation.menus.delete(entry);
    },
    together: (disposers) =>
      activation.scope.hold(async () => {
        for (const dispose of disposers.reverse()) await dispose();
      }),
  };
}

function serverExchange(
  { manifest, scope, breakers, declared }: Activation,
  { events, realtime, services, provided }: ContextSources,
): GroundExchange {
  return {
    events: {
      on(name, handler) {
        declared.events.add(name);
        return scope.add(() =>
          events.on(name, (payload) =>
            breakers.run(`hook:${name}`, () =>
              within(HOOK_LIMIT_MS, `the handler of ${name}`, Promise.resolve(handler(payload))),
            ),
          ),
        );
      },
      emit: events.emit,
    },
    realtime: {
      topic(name, topic) {
        declared.topics.add(name);
        return scope.add(() => realtime.topic(name, topic));
      },
      publish: realtime.publish,
    },
    audit: (entry: AuditEntry, session) => services.audit({ ...entry, plugin: manifest.id }, session),
    audited: (query) => services.audited({ ...query, plugin: manifest.id }),
    provide(offer, service) {
      declared.services.add(offer.name);
      return scope.add(() => provided.provide(offer, service));
    },
    find: provided.find,
  };
}
