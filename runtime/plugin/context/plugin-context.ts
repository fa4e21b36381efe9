import type { PluginContext } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { requireCapability } from '../activation/capability.ts';
import { exchangeOf } from './exchange.ts';
import { extensionOf } from './extension.ts';
import type { ContextGround } from './ground.ts';
import { guardedInternet } from './guarded-internet.ts';
import { guardedLedger } from './guarded-ledger.ts';
import { guardedVisits } from './guarded-visits.ts';
import { guardedAnswers } from './known-answers.ts';
import { ownNames } from './own-names.ts';
import { rowsOf } from './rows.ts';
import { screensOf } from './screens.ts';

/**
 * The only surface that a plugin's server code gets, wherever it runs: what it may name, what it needs to be granted and
 * what its declarations mean is decided here; the ground carries it out.
 */
export function createPluginContext(ground: ContextGround): PlatformContext {
  const { manifest, granted } = ground;
  const plugin = { id: manifest.id, granted };
  const own = ownNames(manifest);
  const exchange = exchangeOf(ground, own);
  return {
    id: manifest.id,
    version: manifest.version,
    log: ground.log,
    clock: ground.clock,
    random: ground.random,
    platform: ground.platform,
    translate: ground.translate,
    restored: ground.restored,
    ...rowsOf(ground, own, exchange.audit),
    ...screensOf(ground, own),
    ...exchange,
    ...extensionOf(ground, own),
    fetch: ground.fetch,
    passwords: ground.passwords,
    secrets: ground.secrets,
    async unseal(sealed, place) {
      own.area(place.area, place.call);
      return ground.unseal(sealed, place);
    },
    onDispose: ground.onDispose,
    get internet() {
      return guardedInternet(plugin, ground.internet());
    },
    get jobs() {
      requireCapability(plugin, 'jobs');
      return guardedJobs(ground);
    },
    get operations() {
      return ground.operations();
    },
    get operationDesk() {
      requireCapability(plugin, 'platform');
      return ground.operationDesk();
    },
    get listDesk() {
      requireCapability(plugin, 'platform');
      return ground.listDesk();
    },
    get auditDesk() {
      requireCapability(plugin, 'platform');
      return ground.auditDesk();
    },
    get databaseDesk() {
      requireCapability(plugin, 'platform');
      return ground.databaseDesk();
    },
    get roles() {
      requireCapability(plugin, 'platform');
      return ground.roles();
    },
    get languages() {
      requireCapability(plugin, 'platform');
      return ground.languages();
    },
    get installation() {
      requireCapability(plugin, 'platform');
      return ground.installation();
    },
    answers: guardedAnswers(ground),
    get visits() {
      return guardedVisits(plugin, ground.visits);
    },
    get ledger() {
      return guardedLedger(plugin, ground.ledger, own);
    },
    get identity() {
      requireCapability(plugin, 'identity');
      return ground.identity();
    },
    get processes() {
      return guardedProcesses(ground);
    },
    get plugins() {
      requireCapability(plugin, 'platform');
      return ground.plugins();
    },
  };
}

function guardedJobs({ manifest, granted, jobs }: ContextGround): PluginContext['jobs'] {
  const { define, every, now } = jobs();
  return {
    define,
    async every(interval, name, data = {}) {
      requireCapability({ id: manifest.id, granted }, `schedule:${name}`);
      return every(interval, name, data);
    },
    now: (name, data = {}) => now(name, data),
  };
}

/** Each by its own grant, and by a name that plugin.json has. */
function guardedProcesses({ manifest, granted, processes }: ContextGround): PluginContext['processes'] {
  const require = (name: string) => {
    if (!Object.hasOwn(manifest.processes ?? {}, name))
      throw new TypeError(`plugin ${manifest.id}: plugin.json names no process "${name}"`);
    requireCapability({ id: manifest.id, granted }, `process:${name}`);
  };
  return {
    async start(name) {
      require(name);
      await processes().start(name);
    },
    async stop(name) {
      require(name);
      await processes().stop(name);
    },
    async ask(name, method, params, options = {}) {
      require(name);
      return processes().ask(name, method, params, options);
    },
    async state(name) {
      require(name);
      return processes().state(name);
    },
  };
}
