import type { PluginContext } from '@waypost/sdk';
import { domainErrors } from '../../domains/errors.ts';
import { releaseDomain } from '../../domains/release.ts';
import { findDomain } from '../../domains/stored.ts';
import { MOVE_KIND, moveCodes, startMove, zMove } from '../../moving/move-codes.ts';
import { moveTargets } from '../../moving/targets.ts';
import type { FindOwnPlace } from '../../place/own-place.ts';
import { addPlatform } from '../../platform/add-platform.ts';
import { assignDomain, retireDomain } from '../../platform/administer.ts';
import { applyForDomain, giveBack } from '../../platform/apply.ts';
import { quotaFacts } from '../../platform/quota.ts';
import { lookAt } from '../../proof/look-at.ts';
import type { ReadSettings } from '../../settings.ts';
import {
  addPlatformCall,
  applyCall,
  assignCall,
  checkDomainCall,
  domainQuotaCall,
  giveBackCall,
  moveCodesCall,
  moveTargetsCall,
  releaseDomainCall,
  retireCall,
} from './calls.ts';
import { domainResource } from './resource.ts';
import { bindDomains } from './service.ts';

const OWNERS = (['create', 'update', 'check', 'release', 'apply', 'replace', 'read_all'] as const).map(
  (verb) => `domain.domain:${verb}`,
);
/** What only those do who run the platform. */
const OPERATORS = ['domain.platform:add', 'domain.platform:assign', 'domain.platform:retire'];

/** Mounts domains: those that people prove, and those of the platform that they are lent; docs/http.md, "Domains". */
export function mountDomains(
  context: PluginContext,
  { findPlace, readSettings }: { findPlace: FindOwnPlace; readSettings: ReadSettings },
): void {
  context.resource(domainResource, bindDomains(context, { findPlace, readSettings }));
  context.call(checkDomainCall, async ({ id }, request) => {
    const row = await findDomain(context, id, request);
    if (!row.is_there) throw domainErrors.nameOver.create({ name: row.shown });
    const { state, fault } = await lookAt(context, row, {
      readSettings,
      isAsked: row.owner === request.caller.id,
    });
    return { state, fault };
  });
  context.call(releaseDomainCall, ({ id }, request) => releaseDomain(context, { id, readSettings }, request));
  context.call(applyCall, ({ type }, request) => applyForDomain(context, { type, readSettings }, request));
  context.call(giveBackCall, ({ id }, request) => giveBack(context, { id, readSettings }, request));
  context.call(domainQuotaCall, (_body, { caller }) => quotaFacts(context, caller.id, readSettings));
  mountMoving(context);
  mountAdministration(context, readSettings);
  context.menu(
    {
      route: 'domain_list',
      parent: 'domains',
      sort: 90,
      icon: 'compass',
      roles: ['administrator', 'agent', 'customer'],
      administratorsOnly: OPERATORS,
    },
    'domain.domain:read',
    [...OWNERS, 'domain.spare:keep_spare', ...OPERATORS],
  );
}

function mountMoving(context: PluginContext): void {
  context.operations.define(MOVE_KIND, { input: zMove, run: (run) => moveCodes(context, run) });
  context.call(moveTargetsCall, async ({ id, search }, request) => {
    const row = await findDomain(context, id, request);
    return moveTargets(context, { row, search }, request);
  });
  context.call(moveCodesCall, async ({ id, to }, request) => {
    const row = await findDomain(context, id, request);
    return startMove(context, { row, to }, request);
  });
}

/** What only operators may do. */
function mountAdministration(context: PluginContext, readSettings: ReadSettings): void {
  context.call(addPlatformCall, ({ name, type }, request) =>
    addPlatform(context, { name, type, readSettings }, request),
  );
  context.call(assignCall, ({ id, holder }, request) =>
    assignDomain(context, { id, holder, readSettings }, request),
  );
  context.call(retireCall, ({ id }, request) => retireDomain(context, { id, readSettings }, request));
}
