import { errors } from '@waypost/contract';
import { BLOCK_STATUS_POINT, exportFormat, type PluginContext, type SignedRequest } from '@waypost/sdk';
import type { z } from 'zod';
import { checkMany, zCheckMany } from '../../detection/check-many.ts';
import { providersOn } from '../../detection/detect.ts';
import { shieldErrors } from '../../errors.ts';
import { blockStatus } from '../../hosts/block-status.ts';
import { keepChecking } from '../../hosts/keep-checking.ts';
import { hostResource } from '../../hosts/resource.ts';
import {
  checkDomainCall,
  checkHostCall,
  checkManyCall,
  checkNowCall,
  checkOfferCall,
  hostStatusesCall,
  statusesCall,
} from './calls.ts';
import { checkResource } from './resource.ts';
import { checkHostNow, checkNow, hostStatuses, offerChecks, seesAll, statusesOf } from './service.ts';

const CHECK_MANY = 'check_many';

/** Errors: `wechat-shield.no_provider` 409, `too_many_operations` 409 */
async function startChecks(
  context: PluginContext,
  { format, ...what }: Pick<z.infer<typeof zCheckMany>, 'addresses' | 'domain' | 'format'>,
  request: SignedRequest,
) {
  if ((await providersOn(context)).length === 0) throw shieldErrors.noProvider.create();
  if (format !== undefined) await exportFormat(context, format);
  const input = {
    ...what,
    isLimited: !seesAll(request, 'check'),
    ...(format === undefined ? {} : { format }),
  };
  return context.operations.start(
    CHECK_MANY,
    { name: request.translate('menu.wx_shield_detection'), input },
    request,
  );
}

/** Mounts checks of addresses, and how domains stand in WeChat; docs/http.md, "WeChat status". */
export async function mountDetection(context: PluginContext): Promise<void> {
  context.resource(checkResource);
  context.resource(hostResource);
  context.call(checkOfferCall, (_body, request) => offerChecks(context, request));
  context.call(checkNowCall, (body, request) => checkNow(context, body, request));
  context.call(checkHostCall, ({ id }, request) => checkHostNow(context, id, request));
  context.call(hostStatusesCall, ({ hosts }, request) => hostStatuses(context, hosts, request));
  context.operations.define(CHECK_MANY, { input: zCheckMany, run: (run) => checkMany(context, run) });
  context.call(checkManyCall, async ({ addresses, format }, request) =>
    startChecks(context, { addresses, format }, request),
  );
  context.call(checkDomainCall, async ({ id, format }, request) => {
    const isOperator = seesAll(request, 'host');
    const row = await context
      .model(hostResource)
      .findOne({ _id: id, ...(isOperator ? {} : { owner: request.caller.id }) })
      .lean();
    if (row === null) throw errors.notFound.create();
    const owner = isOperator ? {} : { owner: request.caller.id };
    return startChecks(context, { domain: { host: row.name, ...owner }, format }, request);
  });
  context.call(statusesCall, ({ domains }, request) => statusesOf(context, domains, request));
  context.points.contribute(BLOCK_STATUS_POINT, '^1', 'wechat-shield.statuses', blockStatus(context));
  context.menu(
    {
      route: 'wx_shield_detection',
      parent: 'wechat',
      sort: 80,
      icon: 'wechat',
      roles: ['administrator', 'agent', 'customer'],
    },
    'wechat-shield.check:read',
    ['wechat-shield.host:read', 'wechat-shield.host:read_all'],
  );
  await keepChecking(context);
}
