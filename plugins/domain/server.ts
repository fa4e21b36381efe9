import {
  DOMAIN_NAMES,
  definePlugin,
  finderName,
  HELD_DOMAINS,
  MESSAGE_KIND_POINT,
  OWNER_FORWARDS,
} from '@waypost/sdk';
import { contributeAccountData } from './account-data.ts';
import { domainNames } from './domains/domain-names.ts';
import { domainFinder } from './domains/find-domains.ts';
import { heldNames } from './domains/held-domains.ts';
import { answerTls } from './domains/tls-answers.ts';
import { ownerForwards } from './forwards/owner-forwards.ts';
import { pausedForwards } from './forwards/paused-forwards.ts';
import { migrations } from './migrations/index.ts';
import { createOwnPlace } from './place/own-place.ts';
import { followStatus } from './policy/follow-status.ts';
import { keepLooking } from './proof/jobs.ts';
import { mountReserve } from './reserve/mount-reserve.ts';
import { mountDomains } from './screens/domain_list/routes.ts';
import { mountWatches } from './screens/domain_monitor/routes.ts';
import { mountResolution } from './screens/export_domain_resolution/routes.ts';
import { mountForwards } from './screens/forward/routes.ts';
import { mountHold } from './screens/hold_domain/routes.ts';
import { mountHijacks } from './screens/no_hijack/routes.ts';
import { mountHomeless } from './screens/nodomain/routes.ts';
import { domainSettings } from './settings.ts';
import { mountWatching } from './watching/mount-watching.ts';

/** What people choose among where they hear of domains: how a domain does, failovers, and the rest. */
const MESSAGE_KINDS = {
  'domain.down': { title: 'domain.down.kind', words: 'domain.alert' },
  'domain.failover': { title: 'domain.failover.kind', words: 'domain.reserve.notice' },
  'domain.messages': { title: 'domain.messages.kind', words: 'domain' },
};

/** Domains that codes stand on: proved by their owners, or lent by the platform. */
export const plugin = definePlugin({
  id: 'domain',
  migrations,
  async setup(context) {
    const { get: readSettings } = context.settings(domainSettings);
    const findPlace = createOwnPlace(context);
    mountDomains(context, { findPlace, readSettings });
    mountForwards(context);
    mountResolution(context, findPlace);
    context.provide(DOMAIN_NAMES, domainNames(context));
    context.provide(HELD_DOMAINS, heldNames(context));
    pausedForwards(context);
    context.provide(OWNER_FORWARDS, ownerForwards(context));
    context.provide(finderName('domain'), domainFinder(context));
    contributeAccountData(context);
    for (const [name, kind] of Object.entries(MESSAGE_KINDS))
      context.points.contribute(MESSAGE_KIND_POINT, '^1.1', name, kind);
    await keepLooking(context, readSettings);
    const around = await mountWatching(context, { findPlace, readSettings });
    mountWatches(context, { around, readSettings });
    followStatus(context);
    mountHold(context, readSettings);
    await mountReserve(context, { around, readSettings });
    await mountHijacks(context, { around, readSettings });
    await mountHomeless(context);
    await answerTls(context);
  },
});
