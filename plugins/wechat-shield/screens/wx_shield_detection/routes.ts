import { BLOCK_STATUS_POINT, type PluginContext } from '@waypost/sdk';
import { blockStatus } from '../../hosts/block-status.ts';
import { keepChecking } from '../../hosts/keep-checking.ts';
import { hostResource } from '../../hosts/resource.ts';
import { checkHostCall, checkNowCall, checkOfferCall, statusesCall } from './calls.ts';
import { checkResource } from './resource.ts';
import { checkHostNow, checkNow, offerChecks, statusesOf } from './service.ts';

/** Mounts checks of addresses, and how domains stand in WeChat; docs/http.md, "WeChat status". */
export async function mountDetection(context: PluginContext): Promise<void> {
  context.resource(checkResource);
  context.resource(hostResource);
  context.call(checkOfferCall, (_body, request) => offerChecks(context, request));
  context.call(checkNowCall, (body, request) => checkNow(context, body, request));
  context.call(checkHostCall, ({ id }, request) => checkHostNow(context, id, request));
  context.call(statusesCall, ({ domains }, request) => statusesOf(context, domains, request));
  context.points.contribute(BLOCK_STATUS_POINT, '^1', 'wechat-shield.statuses', blockStatus(context));
  context.menu(
    {
      route: 'wx_shield_detection',
      parent: 'shield',
      sort: 80,
      icon: 'wechat',
      roles: ['administrator', 'agent', 'customer'],
    },
    'wechat-shield.check:read',
    ['wechat-shield.host:read', 'wechat-shield.host:read_all'],
  );
  await keepChecking(context);
}
