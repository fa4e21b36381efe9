import type { PluginContext } from '@waypost/sdk';
import { keepPushing } from '../../push/keep-pushing.ts';
import { PUSH_READ } from '../../push/nodes.ts';
import { pushConfigCall, resendCall, setCodesCall, testWebhookCall, updatePushCall } from './calls.ts';
import { pushResource } from './resource.ts';
import { bindPushes, describePolicy, resend, setCodes, testWebhook, updatePolicy } from './service.ts';

/** Mounts what happens when a domain becomes blocked; docs/http.md, "Blocks in WeChat". */
export async function mountPushes(context: PluginContext): Promise<void> {
  context.resource(pushResource, bindPushes(context));
  context.call(resendCall, ({ id }, request) => resend(context, id, request));
  context.call(setCodesCall, (body, request) => setCodes(context, body, request));
  context.call(pushConfigCall, () => describePolicy(context));
  context.call(updatePushCall, (body, request) => updatePolicy(context, body, request));
  context.call(testWebhookCall, () => testWebhook(context));
  context.menu(
    {
      route: 'shield_push',
      parent: 'wechat',
      sort: 60,
      icon: 'sound',
      roles: ['administrator'],
    },
    PUSH_READ,
  );
  await keepPushing(context);
}
